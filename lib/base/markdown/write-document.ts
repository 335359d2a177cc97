import type { ElementContent, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'

type DocumentInput = {
  title: string
  styles: string
  body: ElementContent[]
}

export function writeDocument({ title, styles, body }: DocumentInput): string {
  const document: Root = {
    type: 'root',
    children: [
      { type: 'doctype' },
      h('html', { lang: 'en' }, [
        h('head', [
          h('meta', { charset: 'utf-8' }),
          h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
          h('title', title),
          h('style', styles),
        ]),
        h('body', body),
      ]),
    ],
  }
  return toHtml(document)
}
