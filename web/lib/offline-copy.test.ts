import { describe, expect, it } from 'vitest'
import { offlineCopy } from './offline-copy.ts'

/** Whatever must not lie on a device is marked: nothing marked may be in the copy. */
const SECRET = 'SECRET'
const deal = {
  form_pk: 'pk',
  link: `https://x/${SECRET}`,
  track: 'services',
  status: 'disputed',
  due_at: '2026-11-25T10:00:00+05:30',
  terms: {
    deliverables: 'A logo',
    cpty_phone: SECRET,
    cpty_email: SECRET,
    main_user_phone: SECRET,
    main_user_email: SECRET,
    other_info: SECRET,
  },
  policy: { disputeFeePaise: 5000 },
  parties: {
    payer: { name: 'Asha Rao', phone_number: SECRET },
    payee: { name: 'Ravi', phone_number: SECRET, business_name: 'Ravi Traders', email: SECRET },
  },
  events: [
    {
      seq: 1,
      name: 'create',
      at: 't',
      by: 'payee',
      terms_version: 1,
      data: { cpty_phone: SECRET },
      hash: 'h',
    },
    {
      seq: 2,
      name: 'fund',
      at: 't',
      by: 'gateway',
      data: { party: 'payee', amount_paise: 5, payer_vpa: SECRET },
    },
    { seq: 3, name: 'complain', at: 't', by: 'payer', data: { statement: SECRET, note: SECRET } },
  ],
  actions: [{ name: SECRET }],
  payment: { payee_vpa: SECRET, upi_url: SECRET, reference: SECRET },
  handover_code: SECRET,
  tracking: { tracking_number: SECRET },
  dispute: { statement: SECRET, response: SECRET, fees: { payer: 'paid', payee: 'due' } },
  rating: { open: true, given: null },
  to_pay: { purpose: 'fee', amount_paise: 5_000 },
  files: [{ name: SECRET }],
  chat_url: SECRET,
  a_field_of_tomorrow: SECRET,
}

describe('what lies on the device', () => {
  it('of a deal is what it is about, its state and its dates', () => {
    const { body } = offlineCopy({ body: deal, total: 0 })
    expect(JSON.stringify(body)).not.toContain(SECRET)
    expect(body).toMatchObject({
      status: 'disputed',
      due_at: deal.due_at,
      terms: { deliverables: 'A logo' },
      parties: { payee: { business_name: 'Ravi Traders' } },
      dispute: { fees: { payer: 'paid', payee: 'due' } },
    })
    // a field that is there and empty would be read as "none"
    for (const absent of ['rating', 'to_pay', 'actions', 'files', 'handover_code', 'payment', 'chat_url'])
      expect(body).not.toHaveProperty(absent)
  })
  it('of its history is who did what, and who paid', () => {
    const { body } = offlineCopy({ body: deal, total: 0 }) as unknown as { body: typeof deal }
    expect(body.events.map(({ name, data }) => [name, data])).toEqual([
      ['create', {}],
      ['fund', { party: 'payee', amount_paise: 5 }],
      ['complain', {}],
    ])
  })
  it('of a list is a line each', () => {
    const row = { form_pk: 'pk', title: 'Phone', status: 'agreed', link: SECRET, phone_number: SECRET }
    expect(offlineCopy({ body: [row], total: 7 })).toEqual({
      body: [{ form_pk: 'pk', title: 'Phone', status: 'agreed', link: '' }],
      total: 7,
    })
  })
})
