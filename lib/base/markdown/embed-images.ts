import type { ShownImages } from './images'

const INLINE = /\]\(\s*<?image:([0-9a-f-]{36})>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g

/**
 * A text in Markdown that brings its images along: each stands once, as data, below the text that refers to it. For
 * buyers who get the text as it was written.
 */
export function embedImages(markdown: string, images: ShownImages): string {
  const used = new Set<string>()
  const text = markdown.replace(INLINE, (whole, id: string) => {
    if (!images.has(id)) return whole
    used.add(id)
    return `][image:${id}]`
  })
  const definitions = [...used].map((id) => `[image:${id}]: ${images.get(id)?.src ?? ''}`)
  return definitions.length === 0 ? markdown : `${text}\n\n${definitions.join('\n')}\n`
}
