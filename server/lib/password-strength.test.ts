import { describe, expect, it } from 'vitest'
import { isGuessable } from './password-strength.ts'

const OWN = ['Asha Kulkarni', 'asha.k@example.com', '9811100001', 'Zari House', 'amanat']

describe('guessable', () => {
  it.each([
    [
      'what everybody takes',
      'Password1! P@ssw0rd1 Welcome@123 Trustno1! Jessica1! Starwars1! Tiger@123 Engineer@1',
    ],
    ['rows of keys and runs', 'Qwerty@123 Abcdef@12 Aaaaaa@1 1Qaz2wsx! Zaq12wsx! Abc@1234 Xyz@1234'],
    ['given names', 'Arjun@123 Priya@143 Rahul#1999 Shivam@2001 Deepak.99'],
    ['surnames', 'Kumar@123 Sharma@123 Patel#2024 Yadav@007'],
    ['gods and greetings', 'Ganesh@108 JaiHind@123 JaiHind@1947 JaiShriRam@108 Jaimatadi@1 Waheguru#1'],
    ['places', 'Bharat@1947 Mumbai@2026 Chennai#28 Bengaluru@1'],
    ['cricket', 'Dhoni@07 Sachin#10 MumbaiIndians@1 Cricket@2011 Kohli#18'],
    ['two words', 'HappyDiwali#1 LoveIndia@1'],
    ['own words', 'Amanat@2026 Asha@1234 Kulkarni#9 ZariHouse@2026 Asha#Kulkarni1 X9811100001!a'],
    ['a mobile number', '9876543210@Aa Arjun@9876543210 A@9876543210a'],
    ['a PIN code', 'Pune@411001 411001#Pune Neha-400 001'],
    ['a number plate', 'MH12ab1234# Dl3c-AB-1234!'],
    ['eight characters of a short word', 'Tr4m#Nod Blue#Sky7'],
  ])('%s', async (_, passwords) => {
    const judged = passwords
      .split(/ (?!001)/)
      .map(async (text) => ((await isGuessable(text, OWN)) ? null : text))
    expect((await Promise.all(judged)).filter((text) => text !== null)).toEqual([])
  })
})

it.each([
  'xK9$mQ2!',
  'Vada!pav88Tram',
  'Neem-und-7Tulsi',
  'tR7#mango-lamp',
  'Bridge#Copper7x',
  'कमल-Tram7-नदी',
])('%s is not', async (password) => {
  expect(await isGuessable(password, OWN)).toBe(false)
})

it('the own words of one person are nobody else’s', async () => {
  expect(await isGuessable('Zygmunt#Quilo8', ['Zygmunt Quilo'])).toBe(true)
  expect(await isGuessable('Zygmunt#Quilo8', OWN)).toBe(false)
})

it('a password of the longest kind is judged at once', async () => {
  await isGuessable('warm up', [])
  const start = process.cpuUsage()
  for (const text of ['@4$1!0(<@4$1!0(<aA1|', 'p@$$w0rdP@$$w0rd11#a', '4$1@4$1@4$1@4$1@4$Aa'])
    await isGuessable(text, OWN)
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1500)
})
