/** What the linters of the OpenAPI document are not followed in, each with its reason. One that nothing needs fails too. */

interface LintException {
  readonly rule: string
  /** Where; left out, everywhere. */
  readonly at?: RegExp
  readonly reason: string
}

export const EXCEPTIONS: readonly LintException[] = [
  {
    rule: 'owasp:api8:2023-define-cors-origin',
    reason:
      'Scripts of other sites may read an offer link (`*`) and nothing else: the header is not sent, and its absence is what browsers refuse by',
  },
  {
    rule: 'owasp:api4:2023-rate-limit',
    reason:
      'Every call is limited; a 429 says when to try again. The counts are told by the calls that count by address (X-RateLimit-*); what an account has left is not told to whoever holds its token',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    at: /^paths\/(?:\/api\/auth\/(?:login|register|sign-in-link|sign-in-link\/confirm)|\/auth\/users\/reset_password(?:_confirm)?)\/post\//,
    reason: 'Calls of the spec by which an account is opened, signed in to or recovered: nobody is signed in',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    at: /^paths\/(?:\/api\/account\/(?:links|phone\/release)|\/api\/complaint-link(?:\/complain)?|\/api\/grievances\/status)\/post\//,
    reason: 'The token of a mailed link, or a ticket with its phone number, is in the body',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    at: /^paths\/\/api\/(?:leads|grievances)\/post\//,
    reason: 'Anybody may ask to be called, and complain of the operator, as the law has it',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    at: /^paths\/\/api\/payments\/(?:webhooks\/\{provider\}|\{id\}\/return)\/post\//,
    reason: 'The provider’s signature of the body is checked, in its own form',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    at: /^paths\/\/api\/sandbox\//,
    reason: 'The sandbox has no money; these calls do not exist elsewhere',
  },
  {
    rule: 'owasp:api1:2023-no-numeric-ids',
    at: /^paths\/\/api\/(?:admin\/|account\/second-factor\/passkeys\/)/,
    reason:
      'Of rows that the team alone reads, or the caller’s own; everybody else gets 404 whatever the number',
  },
  {
    rule: 'array-items',
    at: /\/properties\/user_type\/anyOf\/0\/items$/,
    reason:
      'A list of exactly one role, as the spec has it: `items: false` ends a tuple in JSON Schema 2020-12',
  },
]
