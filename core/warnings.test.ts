/** Phrases as swindlers write them, and as buyers and sellers do. What is harmless must stay nearly without a warning. */
import { describe, expect, it } from 'vitest'
import { COURIERS } from './couriers.ts'
import { WARNINGS, type Warning, warningsOf } from './warnings.ts'

const HOST = 'amanat.test'
const linesOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

const CAUGHT: Readonly<Record<Warning, string>> = {
  code: `
    OTP 445566
    Please share the OTP you got just now
    Tell me the 6 digit code that came by SMS
    I sent you a verification code, read it out to me
    bhai jo O.T.P. aaya hai wo jaldi batao
    otp bata do payment release ho jayega
    Enter your UPI PIN and the amount comes
    Apna UPI pin dalo ek baar
    Amanat team here. Confirm your password so that we can release
    What is the CVV on the back of your card?
    0TP bhejo jaldi se
    mat daro, OTP bhejo, kuch nahi hoga
    ओटीपी बताइए तभी पैसे आएँगे
    आपके फ़ोन पर जो ओ टी पी आया है वह भेज दीजिए
    अपना एटीएम पिन डालिए
    Bank wale ko apna mpin bata dena
  `,
  link: `
    Pay here and it is confirmed http://amanat-pay.in/verify
    https://amanat.test.secure-pay.top/login
    bit.ly/3xAmanat open karo
    www.amanat-refund.com par apna number dalo
    Claim your refund at amanat-help.xyz
    Is link pe click karo https://tinyurl.com/amn22
    wa.me/919812345678 pe aao
    t.me/fastdeals join karo
    यह लिंक खोलिए https://amanat-support.online
    amanatsupport dot com par jao
    Download this app first: http://files.example.org/anydesk.apk
    https://amanat.test@evil.example/pay
  `,
  upi: `
    Send it to ravi.traders@okaxis
    9812345678@ybl pe daal do
    my id is asha22@paytm
    Here: shop-ravi@upi
    98123 ya phir 9812345678 @ paytm
    ravi at okicici
    Send me your UPI ID I will refund
    Mera UPI number 9812345678
    apna upi id bhejo paisa wapas karta hu
    मेरी यूपीआई आईडी ravi@ibl है
    this UPI ID is my brother's
  `,
  outside: `
    Pay me directly, I will give 500 off
    Let us do the payment outside Amanat
    Just gpay me, why wait for the hold
    Send the money to my bank account, I will ship today
    Direct transfer is faster, no commission
    Cancel the deal here and pay by PhonePe, ok?
    Why pay the fee, skip the escrow and pay cash
    Can you transfer half advance to my account
    Seedha mere account me daal do
    GPay kar do bhai, turant bhej dunga
    mere number pe phonepe kar do
    thoda advance bhej do pehle
    Amanat ke bina deal karte hain
    pehle token amount de do
    paytm karo 9812345678 pe
    सीधे मुझे पैसे भेज दो
    मेरे खाते में डाल दीजिए
    फोन पे कर दो, अभी भेजता हूँ
    अमानत के बाहर भुगतान करते हैं
    थोड़ा एडवांस भेज दीजिए
  `,
  receive: `
    Scan this QR to receive your money
    I have sent you a QR, scan it and you will get the refund
    qr scan karo paise aa jayenge
    To get the payment scan the code below
    Approve the request and you will receive 5000
    Enter the pin to receive the amount
    paise lene ke liye QR scan karo
    क्यूआर स्कैन कीजिए, पैसे आ जाएँगे
    पैसे पाने के लिए रिक्वेस्ट स्वीकार करें
  `,
}

const HARMLESS = linesOf(`
  Hello, is the phone still available?
  Yes, it is available. Bought in March 2025.
  What is the condition of the screen?
  Two small scratches on the back, the screen is clean.
  Can you send one more photo of the corner?
  I have uploaded three photos.
  My pin code is 411038
  Pincode 560001, near the metro
  PIN 400076, Powai
  Please pack it well, it is fragile
  I will ship tomorrow morning
  Shipped today by Delhivery, number 14528900112233
  Track it at https://www.delhivery.com/track/package/14528900112233
  The parcel arrived, thank you
  Box was open when it came
  I filmed the opening
  The charger is missing
  I have paid, please check
  Payment is done to Amanat
  Paid by GPay just now, it shows held
  I paid Amanat with PhonePe
  Money is held, you can send it now
  Amanat says the money is held
  When will the money be released?
  I have released the money
  Got the money in my account, thanks!
  The amount reached my bank yesterday
  Refund came today
  I want to return it, the colour is different
  Please send it back by Blue Dart
  I will pay the courier
  Who pays for the return?
  Please call me after six
  I am in a meeting, will write later
  The handover code is ready, I will show it at the door
  Give me the handover code when I bring it
  Handover code mil gaya, thank you
  See you at the station at five
  meet @ five near the temple
  2 shirts@500 each
  3kg@120
  My email is asha.patil@gmail.com
  Mail the invoice to accounts@ravitraders.in please
  asha@yahoo.co.in is my mail
  The logo is ready for you to see
  First draft is done, please look
  Can you make the text bigger?
  Two rounds of changes were agreed
  The files are in the zip I uploaded
  PDF and PNG are both there
  Please use version 2.1 of the font
  I changed the colours.in the second one they are darker
  Done.me too
  ok.so when do you send it
  The invoice is attached
  Never share your OTP with anyone
  Do not share your PIN or OTP
  Amanat will never ask for your OTP
  OTP kisi ko mat dena
  I did not ask you for any OTP, nobody should share it
  Please don't pay me directly, only through Amanat
  We should not deal outside Amanat
  Let us keep it on Amanat
  Do not scan any QR to receive money
  The QR on the agreement is genuine, I checked it
  I scanned the QR and paid Amanat
  There is a QR on the box for the warranty
  QR code of the product is damaged
  Scan of the bill is uploaded
  I will scan the document and upload it
  The scanner works well
  It has a direct drive motor
  Is it directly from the company?
  The courier will come directly to your home
  Turn left, then directly opposite the bank
  It was sent directly from the warehouse
  Bank holiday tomorrow, so delivery on Monday
  The bank shows it as debited
  My account page shows paid
  Please check your account on Amanat
  Cash on delivery is not needed, money is held
  How much is the cancellation fee?
  The fee is 50 rupees, right?
  We split the fee
  I offer 6,000 and you keep the cable
  Let us settle at 70 and 30
  I accept your settlement
  I complained because it does not start
  It restarts again and again
  Password of the demo site is in the document I uploaded
  The phone is unlocked, no password
  I removed my accounts from the phone
  Factory reset is done
  IMEI is 356938035643809
  Serial number is on the back
  Warranty till March 2026
  Bill and box are included
  Price is final
  Can you make it 14,000?
  Rs 15000 is fine
  It cost me 22000 new
  Size 42, colour blue
  Height 120 cm, width 60 cm
  It weighs 2.5 kg
  Ready by 30 November
  I need two more days
  Please give me time till Friday
  The client wants it on Monday
  Sorry for the delay, it rained a lot
  The courier office is closed today
  The tracking does not move since yesterday
  It is at the Nagpur hub
  Out for delivery
  The delivery boy called me
  Nobody was at home, please try again tomorrow
  My address is 12, MG Road, Pune
  Ask for Asha at the gate
  Flat 4, third floor
  Leave it with the guard
  Received with thanks
  Works fine
  Great work, thank you
  Five stars from me
  Is the battery original?
  Battery health 86%
  It has Android 14
  Do you have the bill?
  I will send the bill with it
  The video is 2 minutes long
  Please see 0:45 in the video
  What time is good for you?
  After 7 pm is good
  ok
  Thanks
  Good morning
  namaste, phone abhi hai kya?
  haan ji, available hai
  screen pe koi scratch to nahi?
  nahi, bilkul saaf hai
  ek photo aur bhej do
  photo bhej di hai
  charger ki photo bhi bhejo
  kal subah bhej dunga
  aaj courier kar diya
  tracking number app me daal diya hai
  parcel mil gaya, dhanyavaad
  dabba khula hua tha
  maine video bana liya
  charger nahi mila
  paise Amanat me jama kar diye
  Amanat ko payment kar diya, dekh lo
  GPay se payment ho gaya Amanat ko
  paise mere account me aa gaye
  paise release kar diye
  paise kab release honge?
  refund aa gaya
  wapas bhejna hai, rang alag hai
  seedha ghar par bhej do
  address app me likha hai
  pin code 411001 hai
  sham ko call karo
  thoda late ho gaya, sorry
  do din aur de do
  kaam pura ho gaya
  logo dekh lo
  thoda bada kar do
  rang badal do
  file upload kar di
  design accha hai
  kitne din lagenge?
  battery kaisi hai?
  bill hai kya?
  bill bhi bhej dena
  theek hai
  shukriya
  kal milte hain station par
  mera pata 12, MG Road hai
  guard ko de dena
  dusre courier se bhejo
  courier wala aaya tha, ghar par koi nahi tha
  dabba achhe se pack karo
  final price kya hai?
  14 hazaar theek hai?
  क्या फ़ोन अब भी है?
  हाँ, मिल जाएगा
  एक फ़ोटो और भेज दीजिए
  फ़ोटो भेज दी है
  कल सुबह भेज दूँगा
  पार्सल मिल गया, धन्यवाद
  डिब्बा खुला हुआ था
  चार्जर नहीं मिला
  पैसे अमानत में जमा कर दिए
  पैसे मेरे खाते में आ गए
  पैसे कब मिलेंगे?
  रिफंड आ गया
  मेरे पते पर भेज दीजिए
  पिनकोड 411001 है
  ओटीपी किसी को मत देना
  काम पूरा हो गया
  लोगो देख लीजिए
  रंग बदल दीजिए
  दो दिन और दे दीजिए
  बिल भी भेज देना
  शुक्रिया
  ठीक है
  बैटरी कैसी है?
  शाम को बात करते हैं
`)

const phrases = WARNINGS.flatMap((kind) => linesOf(CAUGHT[kind]).map((text) => [kind, text] as const))

describe('what swindlers write', () => {
  it('is at least sixty phrases, each here once', () => {
    expect(phrases.length).toBeGreaterThanOrEqual(60)
    expect(new Set(phrases.map(([, text]) => text)).size).toBe(phrases.length)
  })
  it.each(phrases)('%s: %s', (kind, text) => {
    expect(warningsOf(text, HOST)).toContain(kind)
    expect(warningsOf(text.toUpperCase(), HOST)).toContain(kind)
    expect(warningsOf(`Hello.\n\n${text}  \nThanks`, HOST)).toContain(kind)
  })
})

describe('what buyers and sellers write', () => {
  it('has at most two warnings in two hundred messages', () => {
    expect(HARMLESS.length).toBeGreaterThanOrEqual(200)
    const flagged = HARMLESS.filter((text) => warningsOf(text, HOST).length > 0)
    expect(flagged.length, flagged.join('\n')).toBeLessThanOrEqual(2)
  })
})

describe('links', () => {
  it.each([
    `https://${HOST}/deals/abc`,
    `HTTPS://${HOST.toUpperCase()}/verify`,
    `https://www.${HOST}/verify.`,
    `http://${HOST}?x=1`,
    ...COURIERS.map(({ url }) => url).filter((url) => url !== ''),
  ])('%s is known', (link) => {
    expect(warningsOf(`Look here: ${link}`, HOST)).toEqual([])
  })
  it.each([
    `https://${HOST}.evil.example/`,
    `https://evil.example/${HOST}`,
    `https://evil.example\\@${HOST}`,
    `https://${HOST}@evil.example`,
    'https://delhivery.com.evil.example/track',
    'https://notdelhivery.com/track',
    'http://192.168.0.4/pay',
  ])('%s is foreign', (link) => {
    expect(warningsOf(`Look here: ${link}`, HOST)).toEqual(['link'])
  })
})

it('reads a long message of one letter at once', () => {
  for (const text of ['a', '9', '@', 'pay me ', 'scan ', 'www.', 'a.', 'एक '].map((part) =>
    part.repeat(2000),
  )) {
    const start = performance.now()
    warningsOf(text, HOST)
    expect(performance.now() - start, text.slice(0, 9)).toBeLessThan(1000)
  }
})
