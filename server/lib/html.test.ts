import { expect, test } from 'vitest'
import { escapeHtml } from './html.ts'

test.each([
  ['', ''],
  ['plain, हिन्दी, ₹1,000', 'plain, हिन्दी, ₹1,000'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['" onclick="x', '&quot; onclick=&quot;x'],
  ["' onclick='x", '&#39; onclick=&#39;x'],
  ['Ram & Sons', 'Ram &amp; Sons'],
  ['what was escaped is again: &lt;', 'what was escaped is again: &amp;lt;'],
  ['&<>"\'&', '&amp;&lt;&gt;&quot;&#39;&amp;'],
])('%j is written as %j', (text, escaped) => {
  expect(escapeHtml(text)).toBe(escaped)
})
