import type { ElementContent, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'

type DocumentInput = {
  title: string
  /** The language of its words, where it is not English. */
  lang?: string
  /** Style sheets, only our own. */
  styles: string
  /** Further elements of the head. */
  head?: ElementContent[]
  body: ElementContent[]
}

/** Writes a whole HTML document from a tree. */
export function writeDocument({ title, lang = 'en', styles, head = [], body }: DocumentInput): string {
  const document: Root = {
    type: 'root',
    children: [
      { type: 'doctype' },
      h('html', { lang }, [
        h('head', [
          h('meta', { charset: 'utf-8' }),
          h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
          h('title', title),
          ...head,
          h('style', styles),
        ]),
        h('body', body),
      ]),
    ],
  }
  return toHtml(document)
}
