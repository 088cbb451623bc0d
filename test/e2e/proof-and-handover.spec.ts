/** What goods need: a film as proof of how they came, a parcel that can be followed, a code at the door. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { m } from '#messages/compiled/messages.js'
import { delivered, funded, openAs } from './support/deals.ts'
import { choose, fill, picture, press, sound, unfold } from './support/page.ts'
import { test } from './support/test.ts'

/** A second of film or more, made by the browser itself. */
const film = (page: Page): Promise<Buffer> =>
  page
    .evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 })
      const context = canvas.getContext('2d')
      let shade = 0
      const painting = setInterval(() => {
        shade = (shade + 16) % 256
        if (context) context.fillStyle = `rgb(${shade},90,160)`
        context?.fillRect(0, 0, 160, 120)
      }, 40)
      const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/mp4' })
      const parts: Blob[] = []
      recorder.ondataavailable = ({ data }) => parts.push(data)
      const ended = new Promise((resolve) => {
        recorder.onstop = resolve
      })
      recorder.start(200)
      // a busy machine may need longer before its encoder gives anything
      const until = performance.now() + 1_000
      const hasNothing = () => parts.every(({ size }) => size === 0)
      while (performance.now() < until || hasNothing()) await new Promise((go) => setTimeout(go, 100))
      recorder.stop()
      await ended
      clearInterval(painting)
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
    })
    .then((bytes) => Buffer.from(bytes))

const dialog = (page: Page) => page.getByRole('dialog')
const submit = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name, exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

test('an unboxing video is uploaded with a complaint, played and downloaded', async ({ browser, request }, {
  project,
}) => {
  const { path, buyer, seller } = await delivered(request)
  const page = await openAs(browser, buyer)
  const refused: string[] = []
  page.on('console', (line) => {
    if (/Content Security Policy/i.test(line.text())) refused.push(line.text())
  })
  await page.goto(path)
  const bytes = await film(page)
  await press(page, m.deal_do_complain())
  await choose(page, 'reason', 'damaged_defective')
  await choose(page, 'wanted', 'full_refund')
  await fill(page, 'statement', 'The film shows the broken glass as the parcel is opened.')
  const guide = dialog(page).getByText(m.deal_unbox())
  await guide.click()
  for (const step of [m.deal_unbox_1(), m.deal_unbox_2(), m.deal_unbox_3(), m.deal_unbox_4()])
    await expect(dialog(page).getByText(step)).toBeVisible()
  await sound(page, 'guide in the complaint')
  await dialog(page).getByText(m.deal_unbox_1()).scrollIntoViewIfNeeded()
  await picture(page, `guide-${project.name}`)
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'opening.mp4', mimeType: 'video/mp4', buffer: bytes })
  await expect(dialog(page).getByText(/SHA-256 [0-9a-f]{12}…/)).toBeVisible()
  await sound(page, 'film sent')
  await submit(page, m.deal_complain_and_pay({ fee: '₹50' }))

  // the other side sees what was filmed, when it came, its fingerprint; watches it and keeps the very bytes
  const other = await openAs(browser, seller)
  other.on('console', (line) => {
    if (/Content Security Policy/i.test(line.text())) refused.push(line.text())
  })
  await other.goto(path)
  await unfold(other, m.deal_proof())
  const proof = other.getByRole('region', { name: m.deal_proof() })
  await expect(proof.getByText(m.deal_kind_unboxing_video()).first()).toBeVisible()
  await proof.getByRole('button', { name: new RegExp(`^${m.deal_video_watch()}`) }).click()
  const player = proof.locator('video')
  await player.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  await sound(other, 'film')
  const coming = other.waitForEvent('download')
  await proof.getByRole('button', { name: /^opening\.mp4/ }).click()
  expect(readFileSync(await (await coming).path()).equals(bytes)).toBe(true)
  expect(refused).toEqual([])
})

test('a shipped parcel has a tracking link, a handover in person needs the code', async ({
  browser,
  request,
}, { project }) => {
  const deal = await funded(request)
  const [buyer, seller] = [await openAs(browser, deal.buyer), await openAs(browser, deal.seller)]
  await seller.goto(deal.path)
  await press(seller, m.deal_do_ship())
  await expect(dialog(seller).getByText(m.deal_pack())).toBeVisible()
  await choose(seller, 'courier', 'hand')
  await fill(seller, 'tracking_number', 'Meet at the station')
  await sound(seller, 'ship dialog')
  await submit(seller, m.deal_do_ship())

  await buyer.goto(deal.path)
  const code = (await buyer.locator('.deal__code').innerText()).trim()
  expect(code).toMatch(/^\d{6}$/)
  await picture(buyer, `handover-${project.name}`)
  await sound(buyer, 'handover code')
  await expect(seller.locator('.deal__code')).toHaveCount(0)

  await press(seller, m.deal_do_deliver())
  await fill(seller, 'note', 'Handed over at the station')
  await fill(seller, 'handover_code', code === '000000' ? '111111' : '000000')
  await dialog(seller).getByRole('button', { name: m.deal_do_deliver(), exact: true }).click()
  await expect(dialog(seller).locator('.field__error')).toBeVisible()
  await fill(seller, 'handover_code', code)
  await submit(seller, m.deal_do_deliver())
  await expect(seller.locator('.deal-status').getByText(m.status_delivered()).first()).toBeVisible()

  const sent = await delivered(request)
  const page = await openAs(browser, sent.buyer)
  await page.goto(sent.path)
  const parcel = page.getByRole('region', { name: m.deal_parcel(), exact: true })
  await expect(parcel.getByRole('link')).toHaveAttribute(
    'href',
    'https://www.delhivery.com/track/package/14528900112233',
  )
  await expect(parcel.getByRole('button')).toBeVisible()
})
