import type { Schema } from 'hast-util-sanitize'

const elements = `p h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s a hr br
  table thead tbody tr th td`.split(/\s+/)

export const LINK_RELATION = 'nofollow noopener noreferrer ugc'

/** All that Markdown may become. No ids, classes and styles: nothing of a text can pass for a part of the page. */
export const allowList: Schema = {
  tagNames: elements,
  attributes: {
    a: ['href', ['rel', ...LINK_RELATION.split(' ')]],
    ol: ['start'],
    th: [['align', 'center', 'right']],
    td: [['align', 'center', 'right']],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  strip: ['script', 'style', 'template'],
}
