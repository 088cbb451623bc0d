// Links of the class "amanat-pay" to an offer get the look of a button, the price, and whether it can still be bought.
// Without this script, or when it fails, they are the links that they were. Nothing is ever shown in a frame.
;(() => {
  const script = document.currentScript
  const origin = new URL(script?.src ?? location.href).origin
  const WORDS = {
    en: { gone: 'Not for sale now', kept: 'Money is held until you have it' },
    hi: { gone: 'अभी नहीं बिक रहा', kept: 'सामान मिलने तक पैसा सुरक्षित' },
  }
  const LOOK = {
    display: 'inline-flex',
    flexDirection: 'column',
    justifyContent: 'center',
    minHeight: '44px',
    minWidth: '44px',
    boxSizing: 'border-box',
    padding: '8px 18px',
    borderRadius: '10px',
    background: '#0b5a43',
    color: '#ffffff',
    font: '600 16px/1.3 system-ui, sans-serif',
    textAlign: 'center',
    textDecoration: 'none',
  }
  const idOf = (link) => {
    const url = new URL(link.href, location.href)
    return url.origin === origin && /^\/(?:hi\/)?o\/([\w-]{1,64})\/?$/.exec(url.pathname)?.[1]
  }
  const addLine = (link, text, weight) => {
    const line = document.createElement('span')
    // as a text: a title of somebody's is never made into elements
    line.textContent = text
    line.style.fontSize = '13px'
    line.style.fontWeight = weight
    link.append(line)
  }
  const dress = async (link) => {
    const id = idOf(link)
    if (!id || link.dataset.amanat) return
    link.dataset.amanat = 'link'
    Object.assign(link.style, LOOK)
    const language = (link.closest('[lang]')?.lang ?? '').toLowerCase().startsWith('hi') ? 'hi' : 'en'
    const words = WORDS[language]
    try {
      const reply = await fetch(`${origin}/api/links/${id}`, { credentials: 'omit' })
      if (!reply.ok) return
      const offer = await reply.json()
      const price = new Intl.NumberFormat(`${language}-IN`, {
        style: 'currency',
        currency: 'INR',
        maximumFractionDigits: 0,
      }).format(offer.amount)
      addLine(link, price, '700')
      addLine(link, offer.available ? words.kept : words.gone, '400')
      link.dataset.amanat = offer.available ? 'open' : 'gone'
      if (!offer.available) link.style.background = '#4a4f57'
    } catch {
      // it stays a link
    }
  }
  const dressAll = () => document.querySelectorAll('a.amanat-pay').forEach(dress)
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', dressAll)
  else dressAll()
})()
