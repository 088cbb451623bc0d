/** Who brings codes to phones: the settings of OTP and of its providers. */

import { ConfigError } from '#server/lib/operator-error.ts'
import type { Msg91Settings } from '#server/otp/msg91.ts'
import type { TwilioSettings } from '#server/otp/twilio.ts'
import type { WhatsAppSettings } from '#server/otp/whatsapp.ts'
import type { WhatsAppNoticeSettings } from '#server/push/whatsapp-notice.ts'
import { together } from './fields.ts'
import type { PaymentConfig } from './payments.ts'

/** One provider of codes with what it needs. */
type OtpConfig =
  | { readonly name: 'sandbox' }
  | { readonly name: 'msg91'; readonly settings: Msg91Settings }
  | { readonly name: 'whatsapp'; readonly settings: WhatsAppSettings }
  | { readonly name: 'twilio'; readonly settings: TwilioSettings }

type OtpName = 'off' | OtpConfig['name']
type TextName =
  | 'MSG91_AUTH_KEY'
  | 'MSG91_TEMPLATE_ID'
  | 'MSG91_VARIABLE'
  | 'WHATSAPP_TOKEN'
  | 'WHATSAPP_PHONE_NUMBER_ID'
  | 'WHATSAPP_TEMPLATE'
  | 'WHATSAPP_VERSION'
  | 'TWILIO_ACCOUNT_SID'
  | 'TWILIO_AUTH_TOKEN'
  | 'TWILIO_SERVICE_SID'
type OtpValues = { [N in TextName]?: string | undefined } & { OTP?: readonly OtpName[] | undefined }

/** The providers of codes, in order of preference; none where numbers are not checked. */
export function otpOf(
  values: OtpValues,
  { realRail, isTrial }: Pick<PaymentConfig, 'realRail' | 'isTrial'>,
): OtpConfig[] {
  const first = values.OTP?.[0] ?? 'off'
  if (realRail && (first === 'off' || (first === 'sandbox' && !isTrial)))
    throw new ConfigError(
      `PAYMENTS=${realRail} moves real money and needs checked phone numbers: set OTP to msg91, whatsapp or twilio.`,
    )
  return (values.OTP ?? []).flatMap((name): OtpConfig[] => {
    if (name === 'off') return []
    return [name === 'sandbox' ? { name } : ({ name, settings: OTP_SETTINGS[name](values) } as OtpConfig)]
  })
}

/** Notices by WhatsApp; null where no template for them is named. */
export function whatsAppNoticesOf(values: OtpValues & NoticeValues): WhatsAppNoticeSettings | null {
  const template = values.WHATSAPP_NOTICE_TEMPLATE
  if (template === undefined) return null
  const names = ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID'] as const
  const set = together(values, [...names], 'WHATSAPP_NOTICE_TEMPLATE')
  return set
    ? {
        token: set.WHATSAPP_TOKEN,
        phoneNumberId: set.WHATSAPP_PHONE_NUMBER_ID,
        version: values.WHATSAPP_VERSION ?? 'v23.0',
        template,
        languages: values.WHATSAPP_NOTICE_LANGUAGES ?? ['en', 'hi'],
      }
    : null
}
interface NoticeValues {
  readonly WHATSAPP_NOTICE_TEMPLATE?: string | undefined
  readonly WHATSAPP_NOTICE_LANGUAGES?: readonly string[] | undefined
}

const OTP_SETTINGS = {
  msg91(values: OtpValues) {
    const set = together(values, ['MSG91_AUTH_KEY', 'MSG91_TEMPLATE_ID'], 'OTP=msg91')
    return (
      set && {
        authKey: set.MSG91_AUTH_KEY,
        templateId: set.MSG91_TEMPLATE_ID,
        variable: values.MSG91_VARIABLE ?? 'OTP',
      }
    )
  },
  whatsapp(values: OtpValues) {
    const names = ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_TEMPLATE'] as const
    const set = together(values, [...names], 'OTP=whatsapp')
    return (
      set && {
        token: set.WHATSAPP_TOKEN,
        phoneNumberId: set.WHATSAPP_PHONE_NUMBER_ID,
        template: set.WHATSAPP_TEMPLATE,
        version: values.WHATSAPP_VERSION ?? 'v23.0',
      }
    )
  },
  twilio(values: OtpValues) {
    const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_SERVICE_SID'] as const
    const set = together(values, [...names], 'OTP=twilio')
    return (
      set && {
        accountSid: set.TWILIO_ACCOUNT_SID,
        authToken: set.TWILIO_AUTH_TOKEN,
        serviceSid: set.TWILIO_SERVICE_SID,
      }
    )
  },
}
