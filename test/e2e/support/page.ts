/** What every walk does on a page: fill a field, press a button, look for faults that a person would mind. */
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { axeFaults, bringAxe, headFaults, settle, sideways } from './axe-checks.ts'

export const fill = (page: Page, name: string, value: string) => page.locator(`#field-${name}`).fill(value)
export const choose = (page: Page, name: string, value: string) =>
  page.locator(`#field-${name}`).selectOption(value)
export const press = (page: Page | Locator, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** Opens an action's dialog, fills it in and sends it, by a button of the same name if none is given; waits until it is done. */
export async function take(
  page: Page,
  name: string | RegExp,
  input: (page: Page) => Promise<unknown> = async () => {},
  sends: string | RegExp = name,
) {
  await page.reload()
  await press(page, name)
  await input(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: sends, exact: typeof sends === 'string' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Opens a part of a deal's page, which a phone shows folded. */
export async function unfold(page: Page, name: string): Promise<void> {
  const part = page.getByRole('region', { name })
  const fold = part.locator('details.fold')
  if (!(await fold.evaluate((item: HTMLDetailsElement) => item.open)))
    await fold.locator('summary').first().click()
}

/** WCAG 2.2 AA by axe, no sideways scroll, one h1, a title. */
export async function sound(page: Page, where: string): Promise<void> {
  await bringAxe(page)
  await settle(page)
  const faults = [
    ...(await axeFaults(page, 'all', false)),
    ...(await sideways(page)),
    ...(await headFaults(page)),
  ]
  expect(faults, where).toEqual([])
}

/** A picture for docs/: taken by `npm run pictures` alone, so that a run of the tests changes no file. */
export async function docsPicture(page: Page, name: string, part?: Locator): Promise<void> {
  if (!process.env.DOCS_PICTURES) return
  // what is toasted would stand over the picture
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await part?.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(`docs/images/${name}.webp`)
}

/** A picture of the page, kept with the run. */
export const picture = (page: Page, name: string) =>
  page.screenshot({ path: `build/screenshots/${name}.png` })
