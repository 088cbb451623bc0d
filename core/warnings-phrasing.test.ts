/** The words of a trick may stand close together or apart, and advice never to do it is no trick. */
import { describe, expect, it } from 'vitest'
import { type Warning, warningsOf } from './warnings.ts'

const HOST = 'amanat.test'
const warned = (text: string): Warning[] => warningsOf(text, HOST)

describe('money promised for a scan, a request or a PIN', () => {
  it.each([
    'scan this code and you get paid',
    'scan it to receive',
    'scan it and then very soon receive it',
    'qr karo aajayenge',
    'qr karo aa jaenge',
    'qr karo mil jaenge',
    'qr karo mil jayenge',
    'qr karo le lo',
    'qr karo lelo',
    'get it after the scan',
    'accept it, then my qr',
    'scan karna, paise turant mil gaye',
    'scan karna, paisa aaja',
    'scan karna, paisa aa ja',
    'approve this payment request and at once receive it',
    'pay ten rupees first to get the amount',
    'pay me first to get money',
    'pay 10 first to get ₹500',
    'pay 10 first to get ₹ 500',
    'pay 10 first to get your 500',
    'pin enter karo to get it',
    'pin likho, paise mil jaate',
    'paise lene ke liye yahan par scan',
    'paise lene keliye yeh wala qr',
    'स्कैन कीजिए, रकम तुरंत मिल जाएगी',
    'पैसा लेने के लिए यहाँ वाला क्यूआर',
    'रिक्वेस्ट अभी स्वीकार करें, तुरंत पैसे',
    'क्यूआर स्कैन कर दो, पैसे आ रहे हैं',
  ])('%s', (text) => {
    expect(warned(text)).toContain('receive')
  })
  it.each([
    'never ever scan it to get paid',
    'dont scan it to receive it',
    "don't you scan it to receive it",
    'qr on the genuine box, scan it to get the date',
    'scan bill and you will get a copy',
    'scan the bill and you will get a copy',
    'scan my drawing and you will get a copy',
    'क्यूआर स्कैन मत करना, पैसे आ जाएँगे कोई कहे तो',
    'क्यूआर स्कैन न करें, पैसे ऐसे नहीं मिलते',
  ])('not: %s', (text) => {
    expect(warned(text)).toEqual([])
  })
})

describe('an address of UPI', () => {
  it.each([
    'ravi@ybl',
    'ravi @ybl',
    'ravi@ ybl',
    'ravi@ybl. thanks',
    '9812345678@ybl',
    'rk.9-x@ybl',
    'ravi@gmailx',
    'ravi@ok1',
    'to:ravi@ybl,now',
  ])('%s', (text) => {
    expect(warned(text)).toEqual(['upi'])
  })
  it.each([
    'ravi@ok',
    'r@ybl',
    '98123@ybl',
    '981234567@ybl',
    '9a@9bc',
    'ravi@gmail',
    'ravi@rediff',
    'ravi@rediffmail',
    'ravi@proton',
    'ravi@protonmail',
    'ravi@ybl.in',
    'ravi@ybl-mail',
    'ravi@ybl@home',
    'meet ravi @ the station',
    'meet.ravi @ noon',
  ])('not: %s', (text) => {
    expect(warned(text)).not.toContain('upi')
  })
})

describe('payment past the product', () => {
  it.each([
    'never share your otp with them, just pay me in cash',
    'pay me directly',
    'transfer to me direct please',
    'मुझे सीधे पैसे भेज दो',
    'अमानत को छोड़ दो',
  ])('%s', (text) => {
    expect(warned(text)).toContain('outside')
  })
  it.each([
    "don't ask me to pay me in cash",
    'आप सीधे पैसे मत भेजना, भेजो तो ऐप से',
    'आप सीधे पैसे न दें, अमानत में डालो',
    'मेरे खाते में पैसे अमानत ने डाल दीजिए लिखा',
    'मेरे नंबर पर फ़ोन करो, सीधे बात करो',
    'सीधे मेरे पते पर भेज दो',
  ])('not: %s', (text) => {
    expect(warned(text)).not.toContain('outside')
  })
})

describe('a link', () => {
  it.each([
    'amanatsupport dot com',
    'amanatsupport (dot) com',
    'amanatsupport (dot)com',
    'pay-me.in',
    'pay2me.co',
    'a.b.me',
    'short.ab/xy',
    'http://x',
  ])('%s', (text) => {
    expect(warned(text)).toContain('link')
  })
  it.each([
    'the dot is red',
    'anecdot com',
    'call me.to ask',
    'photo.png/jpg',
    'mail me at ravi@shop.com',
    'www.amanat.test, www.amanat.test.',
    'https://amanat.test/x#https://amanat.test',
    'https://amanat.test#top',
    'https://amanat.test!)',
    'https://AMANAT.test:',
  ])('not: %s', (text) => {
    expect(warned(text)).not.toContain('link')
  })
  it('of the site is known under either of its names', () => {
    expect(warningsOf('https://amanat.test/x', 'WWW.Amanat.test')).toEqual([])
    expect(warningsOf('https://www.delhivery.com/x', HOST)).toEqual([])
    expect(warningsOf('https://api.delhivery.com/x', HOST)).toEqual([])
  })
})

it.each(['o\u200btp bhejo', 'o\u2060tp bhejo', 'o\ufefftp bhejo', 'o\u00adtp bhejo', 'ｏｔｐ bhejo'])(
  'letters that cannot be seen hide nothing: %j',
  (text) => {
    expect(warned(text)).toContain('code')
  },
)
it.each([
  ['don’t share the otp with me', []],
  ['don‘t share the otp with me', []],
  ['send\n\nyour   upi\tid', ['upi']],
])('a curly apostrophe and any blanks are read as plain ones: %j', (text, kinds) => {
  expect(warned(text)).toEqual(kinds)
})
