/** What the two sides of a deal by an offer link did. Apart from the other events: the history alone shows it. */
import type { Action } from '#core/lifecycle/transitions.ts'
import { m } from './compiled/messages.js'
import type { MessageText, TextOptions } from './message-text.ts'

/** It begins with an offer and its acceptance, which nobody made: its buyer bought, its seller had published. */
const ACTIONS_OF_LINK: Readonly<Partial<Record<Action, MessageText<{ who: string }>>>> = {
  create: m.lifecycle_did_take_link,
  accept: m.lifecycle_did_publish_link,
}
/** Undefined for what is no other in such a deal than in any. `who` comes from youText or nameText. */
export const linkActionText = (name: string, who: string, options?: TextOptions): string | undefined =>
  ACTIONS_OF_LINK[name as Action]?.({ who }, options)
