/** In place of a provider's window: words that say what it is, and a button for each end. Served by the fakes, in front of their stubs. */
export const CHECKOUT_DIALOG = `
const pretend = (words, ends) => {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Pretended checkout')
  dialog.style.cssText = 'max-width:20rem;border:1px solid;border-radius:.75rem;padding:1rem'
  const about = document.createElement('p')
  about.textContent = words
  about.style.margin = '0 0 1rem'
  const buttons = document.createElement('p')
  buttons.style.cssText = 'display:flex;flex-wrap:wrap;gap:.5rem;margin:0'
  dialog.append(about, buttons)
  for (const [label, act] of Object.entries(ends)) {
    const button = document.createElement('button')
    button.textContent = label
    button.addEventListener('click', () => { dialog.remove(); act() })
    buttons.append(button)
  }
  document.body.append(dialog)
  dialog.showModal()
}
/** To the fake that has served this script. */
const tellFake = async (script, path, body) => {
  const base = new URL(document.querySelector('script[src$="' + script + '"]').src).origin
  return (await fetch(base + path, { method: 'POST', body: JSON.stringify(body) })).json()
}
`
