/** One-stroke drawings. Decoration only: whoever uses one says its meaning in words. */
import type { ReactNode } from 'react'

const draw = (children: ReactNode) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
)

export const MenuIcon = () => draw(<path d="M4 7h16M4 12h16M4 17h16" />)
export const BellIcon = () => draw(<path d="M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4M12 5V3" />)
export const CopyIcon = () => draw(<path d="M9 9h11v11H9zM5 15H4V4h11v1" />)
export const CheckIcon = () => draw(<path d="m5 13 4.5 4.5L19 7" />)
export const WarningIcon = () => draw(<path d="M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.3" />)
export const StopIcon = () => draw(<path d="M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16v.3" />)
export const LockIcon = () => draw(<path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />)
export const PaperIcon = () => draw(<path d="M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5" />)
export const CrossIcon = () => draw(<path d="M6 6l12 12M18 6 6 18" />)
export const ParcelIcon = () => draw(<path d="m12 3 8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10M8 5l8 4" />)
export const ReturnIcon = () => draw(<path d="M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3" />)
export const PersonIcon = () =>
  draw(<path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6" />)
export const PeopleIcon = () =>
  draw(
    <path d="M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11ZM3 20c0-3.6 2.5-6 6-6s6 2.4 6 6M16 4.9a3.1 3.1 0 0 1 0 5.9M18 14.4c2 .8 3 2.7 3 5.6" />,
  )
export const ShopIcon = () => draw(<path d="M4 10v10h16V10M3 10l2-6h14l2 6zM10 20v-6h4v6" />)
export const LaptopIcon = () => draw(<path d="M5 5h14v10H5zM2 19h20l-2-4H4z" />)
export const ScalesIcon = () =>
  draw(<path d="M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6zM2 14a3 3 0 0 0 6 0M16 14a3 3 0 0 0 6 0" />)
export const FactoryIcon = () => draw(<path d="M3 20V10l6 4v-4l6 4V4h6v16zM7 17h2M12 17h2M17 17h1" />)

const SOCIAL: Record<string, ReactNode> = {
  instagram: (
    <path d="M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4ZM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM17.3 6.7v.1" />
  ),
  linkedin: <path d="M4 4h16v16H4zM8 10.5V17M8 7.3v.1M12 17v-6.5M12 13.2c0-3.6 4.5-3.6 4.5-.2v4" />,
  whatsapp: (
    <path d="M4 20.5 5.3 16A8.5 8.5 0 1 1 8.6 19ZM9 8.3c-.9 1.6.3 3.9 1.8 5.2 1.5 1.4 3.7 2.1 4.9.9l-1.9-1.6-1.1.7c-1-.5-1.7-1.2-2.2-2.2l.8-1Z" />
  ),
  x: <path d="m4 4 16 16M20 4 4 20" />,
  youtube: <path d="M3 6h18v12H3zM10 9.5v5l4.5-2.5z" />,
  facebook: <path d="M13.5 21v-8.5h3M10 12.5h3.5V8.8c0-2 1-2.8 3-2.8" />,
}
export const SocialIcon = ({ kind }: { kind: string }) => draw(SOCIAL[kind] ?? <path d="M5 12h14" />)

/** The mark: the money line in small, the coin in the middle seat. */
export const Mark = () => (
  <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="#2a2273" />
    <path d="M5 16h22" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    <circle cx="16" cy="16" r="6.5" fill="#f5ae2b" stroke="#2a2273" strokeWidth="2" />
    <circle cx="5.5" cy="16" r="2" fill="#fff" />
    <circle cx="26.5" cy="16" r="2" fill="#fff" />
  </svg>
)

/**
 * The name of Hindi in its own letters, drawn: whoever looks for it may read on a phone that has no Devanagari font. Mukta
 * 600, by its own shaping (fonts/README.md), as a mask in the colour of the text. What it says stands in the label of the
 * link or button that it is in.
 */
export const HindiName = () => <span className="hindi-name" aria-hidden="true" />
