import { Marked, type Tokens } from 'marked'

/**
 * A seller's Markdown as HTML without a way to run or load anything: its own HTML is shown as text, links lead to
 * web and mail addresses alone, and an image is a link to it.
 */
export function renderMarkdown(markdown: string): string {
  return marked.parse(markdown, { async: false })
}

/** Writes text into HTML, attributes included. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const safeLink = /^(https?:\/\/|mailto:)/i

function link(href: string, inner: string): string {
  if (!safeLink.test(href)) return inner
  return `<a href="${escapeHtml(href)}" rel="nofollow noopener noreferrer">${inner}</a>`
}

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    link({ href, tokens }) {
      return link(href, this.parser.parseInline(tokens))
    },
    image: ({ href, text }) => link(href, escapeHtml(text || href)),
  },
})
