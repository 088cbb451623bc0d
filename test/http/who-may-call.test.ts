/**
 * Every route of the OpenAPI document × every kind of caller, with numbers and second factors checked. 400 is an open
 * door: the caller was let in and the empty body was refused. 404 is what a stranger learns of somebody else's deal.
 */
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOST, testSettings } from '#test/support/app.ts'
import { CONTENT, upload } from '#test/support/files.ts'
import { setTarget } from '#test/support/payout-targets.ts'
import { accept, inDays, type Pair, type Person, pay, person, take, teammate } from '#test/support/people.ts'
import { enrol } from '#test/support/second-factor.ts'
import { FakeSender, useVerifyingApp, verifyEmail, verifyPhone } from '#test/support/verification.ts'

const CALLERS = [
  'nobody',
  'expired',
  'unverified',
  'stranger',
  'client',
  'freelancer',
  'payer',
  'payee',
  'mediator',
  'admin',
  'bare admin',
] as const
type Caller = (typeof CALLERS)[number]

/** `bare admin` is signed in with the password alone; `stranger` is a Seller with no part in the deal. */
const TABLE = `
call                                             nobody expired unverified stranger client freelancer payer payee mediator admin bare-admin
GET /.well-known/amanat-keys.json                200    200     200        200      200    200        200   200   200      200   200
POST /api/account/delete                         401    401     400        400      400    400        400   400   403      403   403
POST /api/account/email                          401    401     400        400      400    400        400   400   400      400   403
GET /api/account/export                          401    401     200        200      200    200        200   200   200      200   403
GET /api/account/held                            401    401     200        200      200    200        200   200   200      200   403
GET /api/account/notices                         401    401     200        200      200    200        200   200   200      200   403
POST /api/account/links                          400    400     400        400      400    400        400   400   400      400   400
GET /api/account/payee-account                   401    401     200        200      200    200        200   200   403      403   403
GET /api/account/payout-target                   401    401     200        200      200    200        200   200   403      403   403
POST /api/account/payee-account                  401    401     400        400      400    400        400   400   403      403   403
POST /api/account/payout-target                  401    401     400        400      400    400        400   400   403      403   403
GET /api/account/push                            401    401     200        200      200    200        200   200   200      200   403
POST /api/account/push                           401    401     400        400      400    400        400   400   400      400   403
POST /api/account/push/remove                    401    401     400        400      400    400        400   400   400      400   403
POST /api/account/notices                        401    401     400        400      400    400        400   400   400      400   403
POST /api/account/password                       401    401     400        400      400    400        400   400   400      400   403
POST /api/account/phone                          401    401     400        400      400    400        400   400   400      400   403
POST /api/account/phone/keep                     401    401     400        400      400    400        400   400   400      400   403
POST /api/account/phone/release                  401    401     400        400      400    400        400   400   400      400   403
POST /api/account/role                           401    401     400        400      400    400        400   400   403      403   403
POST /api/account/roles                          401    401     400        400      400    400        400   400   403      403   403
POST /api/account/profile                        401    401     200        200      200    200        200   200   200      200   403
GET /api/account/second-factor                   401    401     403        403      403    403        403   403   200      200   200
POST /api/account/second-factor/confirm          401    401     403        403      403    403        403   403   400      400   400
POST /api/account/second-factor/confirm/options  401    401     403        403      403    403        403   403   409      409   409
POST /api/account/second-factor/confirm/passkey  401    401     403        403      403    403        403   403   400      400   400
GET /api/account/second-factor/passkeys          401    401     403        403      403    403        403   403   200      200   403
POST /api/account/second-factor/passkeys         401    401     403        403      403    403        403   403   400      400   400
POST /api/account/second-factor/passkeys/options 401    401     403        403      403    403        403   403   200      200   200
DELETE /api/account/second-factor/passkeys/{id}  401    401     403        403      403    403        403   403   404      404   403
POST /api/account/second-factor/recovery-codes   401    401     403        403      403    403        403   403   200      200   403
POST /api/account/second-factor/totp             401    401     403        403      403    403        403   403   200      200   200
POST /api/account/second-factor/totp/confirm     401    401     403        403      403    403        403   403   400      400   400
DELETE /api/account/sessions                     401    401     204        204      204    204        204   204   204      204   403
GET /api/account/sessions                        401    401     200        200      200    200        200   200   200      200   403
DELETE /api/account/sessions/{id}                401    401     404        404      404    404        404   404   404      404   403
GET /api/account/tax-details                     401    401     200        200      200    200        200   200   200      200   403
POST /api/account/tax-details                    401    401     400        400      400    400        400   400   400      400   403
GET /api/account/tax-papers                      401    401     200        200      200    200        200   200   200      200   403
GET /api/account/verification                    401    401     200        200      200    200        200   200   200      200   403
POST /api/account/verification                   401    401     400        400      400    400        400   400   400      400   403
POST /api/account/verification/confirm           401    401     400        400      400    400        400   400   400      400   403
GET /api/admin/audit                             401    401     403        403      403    403        403   403   403      200   403
GET /api/admin/audit.csv                         401    401     403        403      403    403        403   403   403      200   403
GET /api/admin/bank-accounts                     401    401     403        403      403    403        403   403   403      200   403
GET /api/admin/bank-accounts/{id}/days           401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/bank-accounts                    401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/bank-accounts/{id}/payout-file   401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/bank-lines                        401    401     403        403      403    403        403   403   403      200   403
GET /api/admin/bank-lines/{id}                   401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/bank-lines/{id}/approve          401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/bank-lines/{id}/decide           401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/bank-lines/{id}/drop             401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/bank-lines/{id}/undo             401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/frozen-deals                      401    401     403        403      403    403        403   403   200      200   403
GET /api/admin/chargebacks                       401    401     403        403      403    403        403   403   200      200   403
GET /api/admin/settlements                       401    401     403        403      403    403        403   403   403      200   403
POST /api/admin/discrepancies/{id}/close         401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/discrepancies/{id}/book          401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/debts                             401    401     403        403      403    403        403   403   200      200   403
POST /api/admin/debts/{id}/write-off             401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/frozen-deals/{id}/end            401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/desks                             401    401     403        403      403    403        403   403   200      200   403
GET /api/admin/home                              401    401     403        403      403    403        403   403   200      200   403
GET /api/admin/figures                           401    401     403        403      403    403        403   403   200      200   403
GET /api/admin/movements                         401    401     403        403      403    403        403   403   400      400   403
POST /api/admin/books/check                      401    401     403        403      403    403        403   403   200      200   403
POST /api/admin/transactions/export              401    401     403        403      403    403        403   403   400      400   403
POST /api/admin/people/export                    401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/people/{id}                       401    401     403        403      403    403        403   403   200      200   403
POST /api/admin/people/{id}/notes                401    401     403        403      403    403        403   403   400      400   403
POST /api/admin/people/{id}/block                401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/people/{id}/unblock              401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/people/{id}/end-sessions         401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/people/{id}/erase                401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/disputes                          401    401     403        403      403    403        403   403   200      200   403
GET /api/admin/deals/{form_pk}                   401    401     403        403      403    403        403   403   200      200   403
GET /api/admin/disputes/{form_pk}                401    401     403        403      403    403        403   403   200      200   403
POST /api/admin/disputes/{form_pk}/owner         401    401     403        403      403    403        403   403   400      400   403
POST /api/admin/disputes/{form_pk}/notes         401    401     403        403      403    403        403   403   400      400   403
POST /api/admin/disputes/{form_pk}/decision      401    401     403        403      403    403        403   403   409      409   403
POST /api/admin/decisions/{id}/confirm           401    401     403        403      403    403        403   403   404      404   403
POST /api/admin/decisions/{id}/drop              401    401     403        403      403    403        403   403   404      404   403
GET /api/admin/ledger                            401    401     403        403      403    403        403   403   403      200   403
GET /api/admin/ledger/accounts                   401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/ledger/transfers                  401    401     403        403      403    403        403   403   403      200   403
POST /api/admin/people/{id}/statement            401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/money                             401    401     403        403      403    403        403   403   403      200   403
GET /api/admin/statements                        401    401     403        403      403    403        403   403   403      200   403
GET /api/admin/payouts/by-hand                   401    401     403        403      403    403        403   403   403      200   403
POST /api/admin/payouts/{id}/pay-by-hand         401    401     403        403      403    403        403   403   403      404   403
GET /api/admin/tax-papers                        401    401     403        403      403    403        403   403   400      400   403
GET /api/admin/tax-papers/gstr1.zip              401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/tax-papers/withheld               401    401     403        403      403    403        403   403   400      400   403
GET /api/admin/tax-papers/withheld.zip           401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/tax-papers/{id}/give-back        401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/tax-papers/withheld/{id}/give-back 401   401     403        403      403    403        403   403   403      400   403
GET /api/admin/payout-batches                    401    401     403        403      403    403        403   403   403      200   403
GET /api/admin/payout-targets                    401    401     403        403      403    403        403   403   403      200   403
POST /api/admin/payout-targets/{id}/approve      401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/payout-targets/{id}/refuse       401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/payout-batches                   401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/payout-batches/{id}               401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/payout-batches/{id}/approve      401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/payout-batches/{id}/cancel       401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/payout-batches/{id}/download     401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/payout-batches/{id}/status-report  401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/statements                       401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/statements/{id}                   401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/statements/{id}/approve          401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/statements/{id}/drop             401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/statements/{id}/file             401    401     403        403      403    403        403   403   403      404   403
GET /api/admin/coupons                           401    401     403        403      403    403        403   403   403      200   403
POST /api/admin/coupons                          401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/coupons/{id}                     401    401     403        403      403    403        403   403   403      400   403
GET /api/admin/policies                          401    401     403        403      403    403        403   403   403      200   403
POST /api/admin/policies/preview                 401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/policies                         401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/policies/{id}/approve            401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/policies/{id}/reject             401    401     403        403      403    403        403   403   403      404   403
GET /api/admin/grievances                        401    401     403        403      403    403        403   403   200      200   403
POST /api/admin/grievances/{ticket}/acknowledge  401    401     403        403      403    403        403   403   404      404   403
POST /api/admin/grievances/{ticket}/resolve      401    401     403        403      403    403        403   403   400      400   403
GET /api/admin/inbox                             401    401     403        403      403    403        403   403   403      200   403
POST /api/admin/inbox/{id}/replay                401    401     403        403      403    403        403   403   403      200   403
GET /api/admin/leads                             401    401     403        403      403    403        403   403   403      200   403
POST /api/admin/leads/{id}/calls                 401    401     403        403      403    403        403   403   403      400   403
DELETE /api/admin/leads/{id}                     401    401     403        403      403    403        403   403   403      404   403
GET /api/admin/overview                          401    401     403        403      403    403        403   403   200      200   403
GET /api/admin/payouts                           401    401     403        403      403    403        403   403   200      200   403
POST /api/admin/payout-outcomes/{id}/confirm     401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/payout-outcomes/{id}/reject      401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/payouts/{id}/outcome             401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/payouts/{id}/target              401    401     403        403      403    403        403   403   403      400   403
POST /api/admin/payout-target-proposals/{id}/confirm 401 401    403        403      403    403        403   403   403      404   403
POST /api/admin/payout-target-proposals/{id}/withdraw 401 401   403        403      403    403        403   403   403      404   403
POST /api/admin/payouts/{id}/release-hold        401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/payouts/{id}/resend              401    401     403        403      403    403        403   403   403      404   403
POST /api/admin/users/{id}/payouts/unfreeze      401    401     403        403      403    403        403   403   403      409   403
POST /api/admin/users/{id}/role                  401    401     403        403      403    403        403   403   403      400   403
POST /api/auth/login                             400    400     400        400      400    400        400   400   400      400   400
POST /api/auth/logout                            401    401     204        204      204    204        204   204   204      204   204
POST /api/auth/register                          400    400     400        400      400    400        400   400   400      400   400
GET /api/apps                                    401    401     200        200      200    200        200   200   200      200   403
POST /api/apps                                   401    401     400        400      400    400        400   400   400      400   403
DELETE /api/apps/{id}                            401    401     404        404      404    404        404   404   404      404   403
POST /api/apps/{id}/keys                         401    401     400        400      400    400        400   400   400      400   403
DELETE /api/apps/{id}/keys/{key_id}              401    401     404        404      404    404        404   404   404      404   403
GET /api/apps/{id}/webhooks                      401    401     404        404      404    404        404   404   404      404   403
POST /api/apps/{id}/webhooks                     401    401     400        400      400    400        400   400   400      400   403
GET /api/apps/{id}/webhooks/{webhook_id}         401    401     404        404      404    404        404   404   404      404   403
DELETE /api/apps/{id}/webhooks/{webhook_id}      401    401     404        404      404    404        404   404   404      404   403
POST /api/apps/{id}/webhooks/{webhook_id}/enable 401    401     404        404      404    404        404   404   404      404   403
GET /api/apps/{id}/webhooks/{webhook_id}/messages 401    401     404        404      404    404        404   404   404      404   403
POST /api/apps/{id}/webhooks/{webhook_id}/messages/{message_id}/send 401    401     404        404      404    404        404   404   404      404   403
POST /api/apps/{id}/webhooks/{webhook_id}/secret 401    401     404        404      404    404        404   404   404      404   403
POST /api/apps/{id}/webhooks/{webhook_id}/test   401    401     404        404      404    404        404   404   404      404   403
POST /api/apps/{id}/webhooks/{webhook_id}/replay 401    401     400        400      400    400        400   400   400      400   403
GET /api/auth/sellers                            401    401     200        200      200    200        200   200   200      200   403
POST /api/auth/sign-in-link                      400    400     400        400      400    400        400   400   400      400   400
POST /api/auth/sign-in-link/confirm              400    400     400        400      400    400        400   400   400      400   400
GET /api/auth/thirdview/transactions             401    401     403        403      403    403        403   403   200      200   403
GET /api/auth/thirdview/users                    401    401     403        403      403    403        403   403   403      200   403
GET /api/auth/user                               401    401     200        200      200    200        200   200   200      200   403
POST /auth/users/reset_password                  400    400     400        400      400    400        400   400   400      400   400
POST /auth/users/reset_password_confirm          400    400     400        400      400    400        400   400   400      400   400
POST /api/complaint-link                         400    400     400        400      400    400        400   400   400      400   400
POST /api/complaint-link/complain                400    400     400        400      400    400        400   400   400      400   400
GET /api/deals                                   401    401     200        200      200    200        200   200   200      200   403
GET /api/deals/{form_pk}                         401    401     404        404      404    404        200   200   200      200   403
GET /api/deals/{form_pk}/agreement.pdf           401    401     404        404      404    404        200   200   200      200   403
GET /api/deals/{form_pk}/decision.pdf            401    401     404        404      404    404        409   409   409      409   403
GET /api/deals/{form_pk}/evidence.zip            401    401     404        404      404    404        200   200   200      200   403
GET /api/deals/{form_pk}/files                   401    401     404        404      404    404        200   200   200      200   403
POST /api/deals/{form_pk}/files                  401    401     404        404      404    404        201   201   201      201   403
DELETE /api/deals/{form_pk}/files/{id}           401    401     404        404      404    404        403   200   403      403   403
GET /api/deals/{form_pk}/files/{id}              401    401     404        404      404    404        410   200   200      200   403
GET /api/deals/{form_pk}/messages                401    401     404        404      404    404        200   200   200      200   403
POST /api/deals/{form_pk}/messages               401    401     404        404      404    404        201   201   201      201   403
GET /api/deals/{form_pk}/messages/read           401    401     404        404      404    404        200   200   200      200   403
POST /api/deals/{form_pk}/messages/read          401    401     404        404      404    404        200   200   200      200   403
POST /api/deals/{form_pk}/claim                  401    401     404        404      404    404        409   409   403      403   403
POST /api/deals/{form_pk}/pay                    401    401     404        404      404    404        409   409   403      403   403
POST /api/deals/{form_pk}/rating                 401    401     404        404      404    404        409   409   403      403   403
GET /api/deals/{form_pk}/receipt.pdf             401    401     404        404      404    404        200   200   200      200   403
GET /api/deals/{form_pk}/refund-advice.pdf       401    401     404        404      404    404        409   409   409      409   403
GET /api/deals/{form_pk}/stream                  401    401     404        404      404    404        200   200   200      200   403
POST /api/deals/{form_pk}/{action}               401    401     404        404      404    404        403   409   403      403   403
GET /api/evidence/key                            200    200     200        200      200    200        200   200   200      200   200
POST /api/grievances                             400    400     400        400      400    400        400   400   400      400   400
POST /api/grievances/status                      400    400     400        400      400    400        400   400   400      400   400
POST /api/leads                                  400    400     400        400      400    400        400   400   400      400   400
GET /api/holdings                                200    200     200        200      200    200        200   200   200      200   200
GET /api/invites                                 401    401     200        200      200    200        200   200   200      200   403
POST /api/invites                                401    401     400        403      403    403        400   403   403      403   403
DELETE /api/invites/{id}                         401    401     404        404      404    404        404   404   404      404   403
POST /api/invites/{id}/send                      401    401     404        403      403    403        404   403   403      403   403
POST /api/invites/{id}/photos                    401    401     404        403      403    403        404   403   403      403   403
GET /api/invites/{id}/photos/{photo_id}          401    401     404        404      404    404        404   404   404      404   403
GET /api/requests                                401    401     200        200      200    200        200   200   200      200   403
POST /api/requests                               401    401     403        400      403    403        403   400   403      403   403
DELETE /api/requests/{id}                        401    401     404        404      404    404        404   404   404      404   403
POST /api/requests/{id}/confirm                  401    401     404        403      403    403        404   403   403      403   403
POST /api/requests/{id}/photos                   401    401     403        404      403    403        403   404   403      403   403
GET /api/requests/{id}/photos/{photo_id}         401    401     404        404      404    404        404   404   404      404   403
GET /api/links                                   401    401     200        200      200    200        200   200   200      200   403
POST /api/links                                  401    401     403        400      403    403        403   400   403      403   403
GET /api/links/{id}                              404    404     404        404      404    404        404   404   404      404   404
PATCH /api/links/{id}                            401    401     403        400      403    403        403   400   403      403   403
POST /api/links/{id}/photo                       401    401     403        404      403    403        403   404   403      403   403
GET /api/links/{id}/photos/{photo_id}            404    404     404        404      404    404        404   404   404      404   404
GET /api/links/{id}/poster.pdf                   401    401     403        404      403    403        403   404   403      403   403
POST /api/links/{id}/take                        401    401     403        403      403    403        404   403   403      403   403
GET /api/messages/unread                         401    401     200        200      200    200        200   200   200      200   403
GET /api/notices                                 401    401     200        200      200    200        200   200   200      200   403
GET /api/notices/count                           401    401     200        200      200    200        200   200   200      200   403
POST /api/notices/read                           401    401     200        200      200    200        200   200   200      200   403
POST /api/payments/webhooks/{provider}           404    404     404        404      404    404        404   404   404      404   404
GET /api/payments/{id}/qr.svg                    404    404     404        404      404    404        404   404   404      404   404
GET /api/payments/{id}/checkout                  404    404     404        404      404    404        404   404   404      404   404
POST /api/payments/{id}/return                   400    400     400        400      400    400        400   400   400      400   400
GET /api/policy                                  200    200     200        200      200    200        200   200   200      200   200
GET /d/{form_pk}                                 302    302     302        302      302    302        302   302   302      302   302
POST /api/sandbox/clock                          400    400     400        400      400    400        400   400   400      400   400
GET /api/sandbox/codes                           200    200     200        200      200    200        200   200   200      200   200
GET /api/sandbox/mail                            200    200     200        200      200    200        200   200   200      200   200
POST /api/sandbox/payments/{id}/{outcome}        400    400     400        400      400    400        400   400   400      400   400
POST /api/sandbox/payouts/{id}/return            404    404     404        404      404    404        404   404   404      404   404
POST /api/sandbox/payouts/{id}/{outcome}         400    400     400        400      400    400        400   400   400      400   400
POST /api/sandbox/scenario                       400    400     400        400      400    400        400   400   400      400   400
GET /api/tax-papers/{id}/pdf                     401    401     404        404      404    404        404   404   404      404   403
GET /api/transactions/coupons                    401    401     403        403      403    200        403   403   403      403   403
GET /api/transactions/services                   401    401     404        404      404    404        404   404   404      404   403
POST /api/transactions/services                  401    401     403        403      403    201        403   403   403      403   403
GET /api/transactions/shopping                   401    401     404        404      404    404        200   200   200      200   403
POST /api/transactions/shopping                  401    401     403        403      403    403        201   403   403      403   403
GET /api/transactions/use-coupon                 401    401     403        403      403    400        403   403   403      403   403
GET /api/verify                                  400    400     400        400      400    400        400   400   400      400   400
GET /api/welcome                                 400    400     400        400      400    400        400   400   400      400   400
`

/** After these a session or an account is gone, so that each cell has a caller of its own. */
const SPENDING = /^(?:POST \/api\/auth\/logout|DELETE \/api\/account\/sessions|POST \/api\/account\/delete)$/

const ROWS = new Map(
  TABLE.trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [method, path, ...statuses] = line.split(/\s+/)
      return [`${method} ${path}`, statuses.map(Number)] as const
    }),
)

const sender = new FakeSender()
// what a real rail demands: numbers checked, and a second factor of the team
const settings = { ...testSettings, verification: 'on', secondFactor: 'demanded' } as const
const app = useVerifyingApp([sender], { settings })
const callers = {} as Record<Caller, Person | null>
let deal: Pair
let fileId = ''
let calls: string[] = []

async function verified(role: Parameters<typeof person>[1]): Promise<Person> {
  const who = await person(app, role)
  await verifyPhone(app, sender, who)
  await verifyEmail(app, who)
  return who
}

async function expired(): Promise<Person> {
  const who = await verified('Buyer')
  await app.db.ownerPool.query(
    `update session set created_at = created_at - interval '1 day', expires_at = created_at - interval '1 hour' where user_id = $1`,
    [who.id],
  )
  return who
}

async function withSecondFactor(role: 'Admin' | 'Mediator'): Promise<Person> {
  const who = await teammate(app, role)
  await enrol(app, who.token)
  return who
}

/** A deal that was delivered, with a file of the payee's. */
async function deliveredDeal(): Promise<Pair> {
  const payer = await verified('Buyer')
  const payee = await verified('Seller')
  const { status, body } = await app.call('POST', '/api/transactions/shopping/', {
    token: payer.token,
    body: { service_details: 'Phone', amount: 1500, cpty_phone: payee.phone, cpty_company: payee.business },
  })
  if (status !== 201) throw new Error(`offering: ${status} ${JSON.stringify(body)}`)
  const pair = { payer, payee, creator: payer, counterparty: payee, formPk: body.form_pk }
  await accept(app, pair)
  await pay(app, payer, pair.formPk)
  await take(app, payee, pair.formPk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
  await take(app, payee, pair.formPk, 'deliver', { note: 'Left at the door' })
  return pair
}

const MAKE: Record<Caller, () => Promise<Person | null>> = {
  nobody: async () => null,
  expired,
  unverified: () => person(app, 'Buyer'),
  stranger: () => verified('Seller'),
  client: () => verified('Client'),
  freelancer: () => verified('Service_Provider'),
  payer: () => verified('Buyer'),
  payee: () => verified('Seller'),
  mediator: () => withSecondFactor('Mediator'),
  admin: () => withSecondFactor('Admin'),
  'bare admin': () => teammate(app, 'Admin'),
}

/** Eleven people with proved numbers: seconds on a quiet machine. */
const PEOPLE_MS = 120_000

beforeAll(async () => {
  deal = await deliveredDeal()
  const { body } = await upload(app, deal.payee, deal.formPk, {
    files: [{ name: 'packed.pdf', content: CONTENT.pdf }],
    kind: 'other',
  })
  fileId = body[0]?.id ?? 'none'
  for (const caller of CALLERS) callers[caller] = await MAKE[caller]()
  for (const caller of OTHERS) others[caller] = await MAKE_OTHER[caller]()
  Object.assign(callers, { payer: deal.payer, payee: deal.payee })
  // asked of a freelancer before the first offer
  if (callers.freelancer) await setTarget(app, callers.freelancer)
  const { body: document } = await app.call('GET', '/api/openapi.json')
  calls = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}, PEOPLE_MS)

const addressOf = (path: string): string =>
  path
    .replace('{form_pk}', deal.formPk)
    .replace('/files/{id}', `/files/${fileId}`)
    // at home in no state that the deal is in, so that a party is told 409
    .replace('{action}', 'accept')
    .replace(/\{\w+\}/g, '1')

/** Of calls that look at the caller after the body; an empty one is sent with all others. */
const BODIES: Record<string, () => unknown> = {
  'POST /api/deals/{form_pk}/{action}': () => ({ terms_version: 1, rules_accepted: true }),
  'POST /api/deals/{form_pk}/rating': () => ({ again: true }),
  'POST /api/admin/bank-lines/{id}/approve': () => ({ n: 1, state: 'proposed' }),
  'POST /api/admin/bank-lines/{id}/drop': () => ({ n: 1, state: 'proposed' }),
  'POST /api/deals/{form_pk}/claim': () => ({ utr: '632600000001' }),
  'POST /api/deals/{form_pk}/messages': () => ({ text: 'Is it there?' }),
  'POST /api/deals/{form_pk}/messages/read': () => ({ id: 1 }),
  'POST /api/transactions/shopping': () => ({
    service_details: 'Lamp',
    amount: 900,
    cpty_phone: deal.payee.phone,
    cpty_company: deal.payee.business,
  }),
  'POST /api/transactions/services': () => ({
    cpty_full_name: 'Asha Rao',
    cpty_phone: callers.client?.phone,
    deliverables: 'A logo in three sizes',
    payment_mode: 'Full Payment',
    date_of_completion: inDays(20),
    other_info: 'Two drafts',
    cancellation_fee: 10,
    amount: 20_000,
    coupon_code: null,
  }),
}

interface CallAnswer {
  readonly status: number
  /** Of a refusal; null for errors of fields, and where nothing is refused. */
  readonly code: string | null
}
const answerWith = ({ status, body }: { status: number; body: unknown }): CallAnswer => ({
  status,
  code: status >= 400 && isObject(body) && typeof body.code === 'string' ? body.code : null,
})
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

async function answerOf(call: string, who: Person | null): Promise<CallAnswer> {
  const [method = '', path = ''] = call.split(' ')
  if (call === 'POST /api/deals/{form_pk}/files') {
    const files = [{ name: 'slip.pdf', content: CONTENT.pdf }]
    return answerWith(await upload(app, who, deal.formPk, { files, kind: 'other' }))
  }
  if (path.endsWith('/stream')) return answerOfStream(addressOf(path), who)
  const withQuery = path.startsWith('/api/transactions/s') && method === 'GET'
  const url = `${addressOf(path)}${withQuery ? `?form_pk=${deal.formPk}` : ''}`
  const body = method === 'GET' || method === 'DELETE' ? undefined : (BODIES[call]?.() ?? {})
  return answerWith(await app.call(method, url, { ...(who ? { token: who.token } : {}), body }))
}

/** A stream has no end of its own. */
async function answerOfStream(url: string, who: Person | null): Promise<CallAnswer> {
  const reply = await app.app.inject({
    method: 'GET',
    url,
    headers: { host: HOST, ...(who ? { authorization: `Token ${who.token}` } : {}) },
    payloadAsStream: true,
  })
  const { statusCode: status } = reply
  if (status < 400) {
    reply.stream().destroy()
    return { status, code: null }
  }
  return answerWith({ status, body: JSON.parse(await text(reply.stream())) })
}

async function rowOf(call: string): Promise<CallAnswer[]> {
  const answers: CallAnswer[] = []
  for (const caller of CALLERS)
    answers.push(await answerOf(call, SPENDING.test(call) ? await MAKE[caller]() : callers[caller]))
  return answers
}

/** Callers that are told the same as another column, but for the rows of `UNPROVED`. */
const ALIKE = {
  'unproved seller': 'stranger',
  'unproved client': 'client',
  'unproved freelancer': 'freelancer',
  'bare mediator': 'bare admin',
} as const satisfies Record<string, Caller>
type OtherCaller = keyof typeof ALIKE
const OTHERS = Object.keys(ALIKE) as OtherCaller[]
const MAKE_OTHER: Record<OtherCaller, () => Promise<Person>> = {
  'unproved seller': () => person(app, 'Seller'),
  'unproved client': () => person(app, 'Client'),
  'unproved freelancer': () => person(app, 'Service_Provider'),
  'bare mediator': () => teammate(app, 'Mediator'),
}
const others = {} as Record<OtherCaller, Person>

/** Who is refused, with the way on, for want of a proved number alone. The team of these tests has proved none, and is never told so. */
const UNPROVED: Readonly<Record<string, readonly (Caller | OtherCaller)[]>> = {
  'POST /api/links/{id}/photo': ['unproved seller'],
  'POST /api/links/{id}/take': ['unverified'],
  'POST /api/transactions/services': ['unproved freelancer'],
  'POST /api/transactions/shopping': ['unverified'],
}

const CODES: Readonly<Record<number, string>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'wrong_state',
  410: 'gone',
}

/**
 * The code that a status has for a caller; null for what was let in, and for a 400, which names fields. What the role alone
 * forbids is refused before the second factor is asked for, what a deal forbids after it.
 */
function codeOf(call: string, caller: Caller | OtherCaller, statuses: readonly number[]): string | null {
  const status = statusOf(call, caller, statuses)
  if (status !== 403) return CODES[status] ?? null
  if (UNPROVED[call]?.includes(caller)) return 'unverified'
  const withFactor = caller === 'bare admin' ? 'admin' : caller === 'bare mediator' ? 'mediator' : null
  if (withFactor === null) return 'forbidden'
  const isForRole = statusOf(call, withFactor, statuses) === 403 && !call.includes('{form_pk}')
  return isForRole ? 'forbidden' : 'second_factor'
}

/** What the table says, also of the callers that have no column. */
function statusOf(call: string, caller: Caller | OtherCaller, statuses: readonly number[]): number {
  const column = CALLERS.find((name) => name === caller)
  if (column === undefined && UNPROVED[call]?.includes(caller)) return 403
  return statuses[CALLERS.indexOf(column ?? ALIKE[caller as OtherCaller])] ?? 0
}

describe('who may make each call', () => {
  it('has a row for every call of the document, and none besides', () => {
    expect([...ROWS.keys()].sort()).toEqual([...calls].sort())
  })

  it.each([...ROWS])('%s', async (call, statuses) => {
    const answers = await rowOf(call)
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    expect(answers.map(({ code }) => code)).toEqual(CALLERS.map((caller) => codeOf(call, caller, statuses)))
  })

  it.each([...ROWS])(
    '%s: without a proved number in each role, and as a Mediator with the password alone',
    async (call, statuses) => {
      for (const caller of OTHERS) {
        const who = SPENDING.test(call) ? await MAKE_OTHER[caller]() : others[caller]
        const { status, code } = await answerOf(call, who)
        const expected = [caller, statusOf(call, caller, statuses), codeOf(call, caller, statuses)]
        expect([caller, status, code]).toEqual(expected)
      }
    },
  )

  it('nobody without a token or with an old one gets further than a public call', () => {
    for (const [call, [nobody, old]] of ROWS) {
      const isPublic = nobody !== 401
      if (isPublic) continue
      expect([call, nobody, old]).toEqual([call, 401, 401])
    }
  })

  it('the password alone lets an Admin show a second factor or leave, and no more', () => {
    const open = [...ROWS].filter(([, statuses]) => statuses[0] === 401 && statuses.at(-1) !== 403)
    expect(open.map(([call]) => call).sort()).toEqual([
      'GET /api/account/second-factor',
      'POST /api/account/second-factor/confirm',
      'POST /api/account/second-factor/confirm/options',
      'POST /api/account/second-factor/confirm/passkey',
      'POST /api/account/second-factor/passkeys',
      'POST /api/account/second-factor/passkeys/options',
      'POST /api/account/second-factor/totp',
      'POST /api/account/second-factor/totp/confirm',
      'POST /api/auth/logout',
    ])
  })
})
