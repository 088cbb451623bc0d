/** Which mails about deals come, and in which hours they wait. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  NOTICE_MAILS,
  type NoticeMail,
  type NoticeSettings,
  readNoticeSettings,
  setNoticeSettings,
} from '#core/contract/notifications.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { locale } from '#web/lib/locale.ts'
import { putAnswer, useApiMutation, useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TickField } from '#web/ui/field.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { PushSetting } from './push-setting.tsx'

export function NoticeSettingsForm() {
  const { data, error, refetch } = useApiQuery(readNoticeSettings, {})
  if (data)
    return (
      <>
        <Form saved={data} />
        <PushSetting />
      </>
    )
  return error ? (
    <ErrorNotice message={errorWords(error)} onRetry={() => void refetch()} />
  ) : (
    <Skeleton bars={3} />
  )
}

const MAIL: Readonly<Record<NoticeMail, () => string>> = {
  all: m.notice_settings_mail_all,
  turn: m.notice_settings_mail_turn,
}
const plain = { error: undefined, spoken: '', onBlur: () => undefined }
/** What most choose. */
const NIGHT = { from: 22, until: 7 }

function Form({ saved }: { saved: NoticeSettings }) {
  const [settings, setSettings] = useState(saved)
  const client = useQueryClient()
  const save = useApiMutation(setNoticeSettings)
  const { quiet } = settings
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      { body: settings },
      {
        onSuccess: (answer) => {
          void putAnswer(client, readNoticeSettings, {}, answer)
          toast(m.account_saved())
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <SelectField
        name="notice_mail"
        label={m.notice_settings_mail()}
        value={settings.mail}
        options={NOTICE_MAILS.map((value) => ({ value, label: MAIL[value]() }))}
        {...plain}
        onChange={(mail) => setSettings({ ...settings, mail: mail as NoticeMail })}
      />
      {settings.whatsapp !== null && (
        <TickField
          name="notice_whatsapp"
          label={m.notice_settings_whatsapp()}
          optional
          value={settings.whatsapp}
          {...plain}
          onChange={(whatsapp) => setSettings({ ...settings, whatsapp: whatsapp === true })}
        />
      )}
      <TickField
        name="notice_quiet"
        label={m.notice_settings_quiet()}
        optional
        value={quiet !== null}
        {...plain}
        onChange={(isQuiet) => setSettings({ ...settings, quiet: isQuiet ? NIGHT : null })}
      />
      {quiet && (
        <>
          <HourField
            name="quiet_from"
            label={m.notice_settings_from()}
            hour={quiet.from}
            not={quiet.until}
            onHour={(from) => setSettings({ ...settings, quiet: { ...quiet, from } })}
          />
          <HourField
            name="quiet_until"
            label={m.notice_settings_until()}
            hour={quiet.until}
            not={quiet.from}
            onHour={(until) => setSettings({ ...settings, quiet: { ...quiet, until } })}
          />
        </>
      )}
      <p className="muted">{m.notice_settings_always()}</p>
      {save.isError && <ErrorNotice message={errorWords(save.error)} />}
      <Button type="submit" busy={save.isPending}>
        {m.account_save()}
      </Button>
    </form>
  )
}

interface HourProps {
  readonly name: string
  readonly label: string
  readonly hour: number
  /** The other end: from an hour until itself is no time. */
  readonly not: number
  readonly onHour: (hour: number) => void
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

function HourField({ name, label, hour, not, onHour }: HourProps) {
  const format = new Intl.DateTimeFormat(`${locale()}-IN`, {
    hour: 'numeric',
    hour12: true,
    timeZone: 'UTC',
  })
  return (
    <SelectField
      name={name}
      label={label}
      value={String(hour)}
      options={HOURS.map((each) => ({
        value: String(each),
        label: format.format(each * 3_600_000),
        disabled: each === not,
      }))}
      {...plain}
      onChange={(value) => onHour(Number(value))}
    />
  )
}
