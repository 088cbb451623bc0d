/** Who brings a code to a phone. Each provider is one implementation; OTP names them in order of preference. */

export interface CodeToSend {
  /** Ten digits, without the country code. */
  readonly to: string
  readonly code: string
  readonly locale: 'en' | 'hi'
}

/** What is known after asking a provider. Nothing but a bug throws. */
export type SendResult =
  | { readonly is: 'done' | 'pending'; readonly providerRef: string | null }
  /** Nothing was sent: the next provider may be asked. `config`: none will be until the operator mends the settings. */
  | { readonly is: 'refused'; readonly detail: string; readonly retry: 'never' | 'later' | 'config' }
  /** It may have been sent: another provider would send a second code. */
  | { readonly is: 'unknown'; readonly detail: string }

type CodeCheckResult =
  | { readonly is: 'done'; readonly isApproved: boolean }
  | { readonly is: 'refused' | 'unknown'; readonly detail: string }

export interface CodeSender {
  readonly name: 'sandbox' | 'msg91' | 'whatsapp' | 'twilio'
  send(order: CodeToSend): Promise<SendResult>
  /** Only of a provider that makes and keeps the code itself: `send` is then given one that it does not use. */
  check?(order: { to: string; code: string }): Promise<CodeCheckResult>
}
