/**
 * What a swindler typically writes in a chat, in English, Hindi and Hindi in Latin letters. Read in the browser of
 * whoever reads the message; nothing is sent or stored. A warning says what to mind, and blocks nothing.
 */
import { COURIERS } from './couriers.ts'

export const WARNINGS = ['code', 'link', 'upi', 'outside', 'receive'] as const
export type Warning = (typeof WARNINGS)[number]

interface WarningRule {
  readonly kind: Warning
  readonly when: RegExp
  /** A message that says this as well is no trick: advice never to do it, or another meaning of the word. */
  readonly unless?: RegExp
}

/** Whole words of both scripts: `\b` knows the Latin letters alone. */
const word = (source: string, flags = 'u'): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${source})(?![\\p{L}\\p{M}\\p{N}])`, flags)

/** What one is told to do, not what was done: "bhej do" and "bhejo", not "bhej diya". */
const DO =
  '(?:kar ?de|bhej ?de|daal ?de|kar ?do|kardo|karo|kar ?dena|kar ?dijiye|karein|karna|kijiye|bhej ?do|bhejo|bhej ?dena|bhejna|bhejiye|bhej ?dijiye|daal ?do|dal ?do|dalo|daalo|de ?do|dedo|dena|dijiye|send|transfer|pay|deposit)'
const DO_HINDI =
  '(?:कर ?दो|करो|कर ?देना|कीजिए|कर ?दीजिए|भेज ?दो|भेजो|भेज ?देना|भेजना|भेजिए|भेज ?दीजिए|डाल ?दो|डालो|डाल ?दीजिए|दे ?दो|दीजिए|करें|भेजें|डालें)'
const APP = '(?:g ?pay|google ?pay|phone ?pe|paytm|bhim|upi)'
const APP_HINDI = '(?:गूगल ?पे|जीपे|फ़?ोन ?पे|फोन ?पे|फ़ोन ?पे|पेटीएम|यूपीआई)'
const MONEY = '(?:money|payment|amount|balance|rest|advance|paise|paisa|paisे|rs|rupees|₹ ?\\d+|\\d{3,})'
const NEVER =
  "(?<!\\p{L})(?:never|don'?t|do not|not|won'?t|will not|no one|nobody|should not|shouldn'?t|kabhi|mat|nahin?|na) (?:\\S+ ){0,2}(?:share|give|send|tell|ask|pay|reveal|do|dena|dijiye|batana|bataye|bataiye|batayein|batao|bolna|karna|bhejna|maang\\S*|puch\\S*)"

const RULES: readonly WarningRule[] = [
  {
    kind: 'code',
    when: word(
      '[o0] ?\\.? ?t ?\\.? ?p|one ?time ?(?:password|pin)|(?:upi|atm|card|m|bank|secret|your|ur|apna|apka|aapka|enter) ?-?(?:upi )?pin|mpin|cvv|net ?banking password|(?:your|ur|apna|apka|aapka) (?:\\S+ ){0,2}password|verification code|(?:\\d|four|six)[- ]?digits? (?:code|number|pin)|(?:code|number) (?:\\S+ ){0,6}(?:sms|phone (?:pe|par)|on your phone|on ur phone|message me aaya)|sms (?:\\S+ ){0,4}code|(?:phone|number|mobile) (?:pe|par|pr) (?:\\S+ ){0,3}code|(?:atm|card) (?:\\S+ ){0,2}pin|any ?desk|team ?viewer|quick ?support|rust ?desk',
    ),
    unless: new RegExp(
      `(?:otp|pin|password|cvv|code).{0,40}(?:kisi ko (?:bhi )?(?:mat|na)|mat (?:do|dena|batana|bhejna|share))|${NEVER}.{0,40}(?:otp|pin|password|cvv|code)|(?:otp|pin|password).{0,30}${NEVER}|pin ?code|hand ?over code|delivery (?:code|otp)|otp (?:at|for) (?:the )?(?:door|delivery|login)`,
      'u',
    ),
  },
  {
    kind: 'code',
    when: word('ओ ?टी ?पी|यूपीआई पिन|एटीएम पिन|सीवीवी|(?:अपना|आपका) (?:\\S+ )?(?:पिन|पासवर्ड)'),
    unless:
      /(?:ओ ?टी ?पी|पिन|पासवर्ड).{0,30}(?:मत|न (?:बताएँ|बताएं|दें)|नहीं (?:बताना|देना|माँग|मांग|पूछ))|किसी को (?:भी )?(?:मत|न)|पिन ?कोड/u,
  },
  {
    kind: 'receive',
    when: /(?:scan|qr).{0,60}(?:to |and |will |for |you |u |karke |karo |se )(?:\S+ ){0,3}(?:receive|get|recieve|credited|accept|claim|aa ?jay?enge|aayenge|milenge|mil jay?enge|le ?lo)|(?:receive|recieve|get|claim|accept|refund).{0,40}(?:scan|(?:this|my|the|below) qr)|scan.{0,40}(?:paise|paisa|money|amount|refund).{0,30}(?:aa ?jay?|aayeg|mil|credit|receiv)|(?:approve|accept|pay).{0,30}request.{0,40}(?:receive|get|credited|refund|paise|money)|pay.{0,20}first to (?:receive|get) (?:your |the )?(?:money|refund|amount|₹ ?\d|rs|\d)|pin.{0,30}(?:to (?:receive|get|accept)|paise (?:aa|mil|lene))|(?:paise|paisa|money) (?:lene|pane|paane) ke ?liye.{0,40}(?:scan|qr|pin|request)/u,
    unless:
      /(?:never|don'?t|do not|mat|nobody|no one).{0,25}(?:scan|qr|pin)|qr.{0,20}(?:genuine|invoice|manual|warranty)|scan (?:the |your |my )?(?:bill|document|invoice|receipt|photo|drawing)/u,
  },
  {
    kind: 'receive',
    when: /(?:स्कैन|क्यूआर).{0,50}(?:पैसे|पैसा|रकम|रिफंड).{0,30}(?:आ|मिल|पा|ले)|पैस[ेा] (?:पाने|लेने) के लिए.{0,40}(?:स्कैन|क्यूआर|पिन|रिक्वेस्ट)|रिक्वेस्ट.{0,30}(?:स्वीकार|अप्रूव|मंज़ूर).{0,40}पैसे/u,
    unless: /(?<![\p{L}\p{M}])(?:मत|न) (?:करें|करना|करो)/u,
  },
  {
    kind: 'upi',
    when: /(?<![\w.@-])(?=[\w.-]*[a-z]{2}|\d{10})[\w.-]{2,} ?@ ?(?!(?:gmail|yahoo|hotmail|outlook|rediff\w*|icloud|proton\w*|live|msn|example)\b)[a-z][a-z0-9]{2,}(?![\w@-]|\.[a-z])/u,
    // "2 shirts@500" and "meet @ five" are prices and times
    unless: /[\w.-]+ @ (?:the|my|your|our|home|office|five|six|seven|noon|rs)\b/u,
  },
  {
    kind: 'upi',
    when: word(
      '[\\w.-]+ at (?:ok ?(?:axis|sbi|icici|hdfc(?:bank)?)|ybl|ibl|axl|paytm|apl)|(?:my|mera|meri|this|ye|yeh|on|to) upi ?(?:id|address|number|no)|upi ?(?:id|address) (?:send|bhej\\S*|de\\S*|share|batao|hai|is)|(?:send|share|give|bhej\\S*|tell) (?:me )?(?:your |ur |apna |apni )?upi ?id',
    ),
    unless: /(?:payout|account page|profile|settings|amanat)/u,
  },
  {
    kind: 'upi',
    when: /(?:मेरा|मेरी|इस|यह|अपना|अपनी) यूपीआई ?(?:आईडी|आइडी|नंबर)|यूपीआई (?:आईडी|आइडी).{0,20}(?:भेज|दे|बता)/u,
  },
  {
    kind: 'outside',
    when: word(
      `(?:pay|paying|send|transfer|payment|deal|settle|give)(?: \\S+){0,4} (?:directly|direct)|direct(?:ly)? (?:payment|pay|transfer|deal|deposit|send|settle|upi|bank|to my|in my|into my|to me)|(?:pay|send|transfer|deposit)(?: \\S+){0,5} (?:to|in|into|on|through|via|by) my (?:\\S+ ){0,2}(?:account|a/c|number|no|bank|wallet|${APP})|(?:pay|send|transfer) (?:me |us )?(?:\\S+ ){0,4}(?:on|by|via|through|thru|over|to|in) ${APP}|${APP} (?:me|us|number|no|this number|on this)|(?:pay|send|transfer)(?: me)?(?: \\S+){0,3} in cash|(?:outside|off|without|bypass|skip|avoid|leave|forget|instead of|cancel) (?:of )?(?:the |this |your )?(?:amanat|app|site|website|platform|escrow|commission|portal|fees?)|(?:ifsc|account number is|a/c no)`,
    ),
    unless: new RegExp(
      `${NEVER}|to amanat|amanat (?:will|pays|has|sends|ko|ne|pe|par)|(?:avoid|skip) (?:the )?fees? (?:by|of)|directly (?:from|to) (?:the )?(?:courier|amanat|your (?:home|address|door|office))`,
      'u',
    ),
  },
  // after advice not to pay in the product, which the row above would take for advice not to be cheated
  {
    kind: 'outside',
    when: /(?<!(?:n't|not|never|to) )(?:pay|send it to|transfer to) me (?:direct|in cash)/u,
  },
  {
    kind: 'outside',
    when: word(
      `(?:seedha|sidha|seedhe|sidhe|direct)(?: \\S+){0,4} ${DO}|(?:mere|mera|apne|mujhe|humare)(?: \\S+){0,2} (?:account|khate|khaate|a/c|number|no)(?: \\S+){0,4} ${DO}|(?:${APP}|cash)(?: \\S+){0,3} ${DO}|mujhe(?: \\S+){0,3} (?:${APP}|cash|advance|token)(?: \\S+){0,3} ${DO}|(?:advance|token|(?:aadha|aadhe|half) ${MONEY})(?: \\S+){0,4} ${DO}|amanat (?:ko )?chh?od\\S*|(?:bahar|app ke bina|amanat ke bina|site ke bina)(?: \\S+){0,5} (?:${DO}|deal|karte|lete|payment)`,
    ),
    unless: new RegExp(
      `${NEVER}|amanat (?:ko|pe|par|me|mein|ne)|${MONEY} (?:aa|mil) ?ga|address|seedha (?:ghar|rakh|chal|aa)|call|whatsapp|sms|message|missed`,
      'u',
    ),
  },
  {
    kind: 'outside',
    when: new RegExp(
      `(?:सीधे|सीधा|डायरेक्ट).{0,40}${DO_HINDI}|(?:मेरे|मेरा|मुझे|हमारे).{0,15}(?:खाते|अकाउंट|नंबर).{0,30}${DO_HINDI}|${APP_HINDI}.{0,20}${DO_HINDI}|(?:एडवांस|टोकन|आधे पैसे|नकद|कैश).{0,30}${DO_HINDI}|अमानत (?:को )?छोड़|(?:अमानत|ऐप|साइट) के (?:बाहर|बिना)|(?<!\\S)बाहर.{0,20}(?:भुगतान|पेमेंट|सौदा)`,
      'u',
    ),
    unless:
      /(?<![\p{L}\p{M}])(?:मत|न) (?:करें|करना|करो|भेजें|भेजना|दें)|अमानत (?:को|पर|में|ने) (?!छोड़)|पते पर|घर पर|कॉल|फ़?ोन क|फोन क|व्हाट्स|मैसेज/u,
  },
]

/** Endings that people hardly write by leaving out a space after a full stop. */
const CLEAR_ENDINGS =
  'com|net|org|io|ly|link|app|xyz|top|info|online|site|shop|store|click|page|dev|biz|tk|gl|cc|ru|cn|vip|icu|gd|cf|ml|ga|website|tech|co\\.in|org\\.in|net\\.in'
/** These are words too, so that only what looks like an address counts: a hyphen, a digit, two dots or a path. */
const WORD_ENDINGS = 'in|me|to|us|so|co|pro|live|club|work|space|pw|ws|gg'
const LINK = new RegExp(
  [
    'https?:\\/\\/\\S+',
    '(?<![\\w@])www\\.\\S+',
    `(?<![\\w@.-])(?:[a-z0-9-]+\\.)+(?:${CLEAR_ENDINGS})(?![\\w-])(?:\\/\\S*)?`,
    `(?<![\\w@.-])(?:[a-z0-9-]*[-\\d][a-z0-9-]*|[a-z0-9-]+\\.[a-z0-9-]+)\\.(?:${WORD_ENDINGS})(?![\\w-])(?:\\/\\S*)?`,
    // whatever the ending, with a path; not a list of kinds of files
    '(?<![\\w@./-])[a-z0-9-]+\\.(?!(?:png|jpe?g|pdf|docx?|zip|js|ts|mp4|ai|psd)\\/)[a-z]{2,6}\\/[\\w-]{2,}\\S*',
  ].join('|'),
  'gu',
)
const COURIER_HOSTS = COURIERS.flatMap(({ url }) => /^https:\/\/(?:www\.)?([^/]+)/.exec(url)?.[1] ?? [])

/** Up to the first sign that ends a host; what stands before an `@` is a name, and no host of ours. */
function hostOf(link: string): string {
  const authority = link.replace(/^https?:\/\//, '').split(/[/?#\\]/)[0] ?? ''
  return (
    authority
      .split('@')
      .at(-1)
      ?.replace(/^www\.|[.,;:!)]+$/g, '') ?? ''
  )
}

/** Of this site or of a courier whose numbers we take. */
const isKnown = (host: string, ownHost: string): boolean =>
  host === ownHost || COURIER_HOSTS.some((known) => host === known || host.endsWith(`.${known}`))

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    // letters that cannot be seen, put in between to get past such a list
    .replace(/[\u200b\u2060\ufeff\u00ad]/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/ ?\(?\bdot\b\)? ?(?=(?:com|in|net|org|xyz|link)\b)/g, '.')
    .replace(/\s+/g, ' ')

/** The kinds of a message's warnings, each once, in the order of WARNINGS. `ownHost` as in `location.host`. */
export function warningsOf(text: string, ownHost: string): Warning[] {
  const message = plain(text)
  const kinds = new Set<Warning>(
    RULES.filter(({ when, unless }) => when.test(message) && !unless?.test(message)).map(({ kind }) => kind),
  )
  const own = ownHost.toLowerCase().replace(/^www\./, '')
  const links = message.match(LINK) ?? []
  if (links.some((link) => !isKnown(hostOf(link), own))) kinds.add('link')
  return WARNINGS.filter((kind) => kinds.has(kind))
}
