/** /seller_home and /client_home: the pasted link is read, never followed; our own address is built from its code. */
import { type FormEvent, useState } from 'react'
import { readShareLink, type Track } from '../../../../core/ids.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { href } from '../../../lib/locale.ts'
import { useFields } from '../../../lib/use-fields.ts'
import { useOpen } from '../../../lib/use-open.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Guard } from '../../../ui/guard.tsx'
import { Notice } from '../../../ui/notice.tsx'
import '../offer.css'
import { ReadCarefully } from './read-carefully.tsx'
import { Waiting } from './waiting.tsx'

export const SellerHome = () => (
  <div className="page offer">
    <h1>{m.offer_home_title()}</h1>
    <Guard roles={['Seller']} denied={m.ui_denied_seller()}>
      {() => (
        <>
          <PasteForm track="shopping" prompt={m.offer_home_seller()} verb={m.offer_home_submit()} />
          <Waiting />
        </>
      )}
    </Guard>
  </div>
)

export const ClientHome = () => (
  <div className="page offer">
    <h1>{m.offer_home_title()}</h1>
    <Guard roles={['Client']} denied={m.ui_denied_client()}>
      {() => (
        <>
          <PasteForm track="services" prompt={m.offer_home_client()} verb={m.offer_home_details()} />
          <ReadCarefully />
          <Waiting />
        </>
      )}
    </Guard>
  </div>
)

interface PasteFormProps {
  /** The track of a bare code, which does not say its own. */
  readonly track: Track
  readonly prompt: string
  readonly verb: string
}

function PasteForm({ track, prompt, verb }: PasteFormProps) {
  const { field, values } = useFields({ link: '' }, {})
  const [foreign, setForeign] = useState('')
  const open = useOpen()
  const pasted = values.link.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readShareLink(pasted, location.host)
    if (!read) return setForeign(pasted)
    open(`/api/transactions/${read.track ?? track}/?form_pk=${read.formPk}`)
  }
  const isForeign = foreign !== '' && foreign === pasted
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        {...field('link')}
        label={prompt}
        type="text"
        error={isForeign ? m.offer_home_foreign() : undefined}
      />
      <p>
        <Button type="submit" kind="next" disabled={pasted === ''}>
          {verb}
        </Button>
      </p>
      {isForeign && (
        <Notice kind="stop" live>
          <p>{m.offer_home_foreign_text({ host: location.origin })}</p>
          <p>
            <a className="alone" href={`${href('/verify')}?code=${encodeURIComponent(foreign)}`}>
              {m.offer_home_check()}
            </a>
          </p>
        </Notice>
      )}
    </form>
  )
}
