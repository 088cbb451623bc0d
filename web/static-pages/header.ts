/** Marks the bar with the way the page last moved: solid going down, clear going up (spec §2). Returns the undoing. */
export function watchScroll(header: HTMLElement): () => void {
  let last = window.scrollY
  const mark = () => {
    const now = window.scrollY
    // Under a few pixels a finger is resting, not scrolling.
    if (Math.abs(now - last) < 4) return
    header.dataset.scroll = now > last ? 'down' : 'up'
    last = now
  }
  window.addEventListener('scroll', mark, { passive: true })
  return () => window.removeEventListener('scroll', mark)
}
