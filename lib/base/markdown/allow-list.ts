import type { Schema } from 'hast-util-sanitize'

/** The id of a footnote, or of a mark in a heading that the text itself links to: never that of a part of the page. */
export const MARK_ID = /^at-[\p{L}\p{N}_-]+$/u

const elements = `p h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s sup a hr br
  table thead tbody tr th td img details summary`.split(/\s+/)

export const LINK_RELATION = 'nofollow noopener noreferrer ugc'

/** Width of a shown image: the page's column, which is 44 rem at most. */
export const IMAGE_SIZES = '(max-width: 46rem) 100vw, 44rem'

/** An image of this site, or the image itself. */
const OWN_IMAGE = /^(\/[a-z0-9/-]+|data:image\/webp;base64,[A-Za-z0-9+/]+=*)$/
const OWN_IMAGES = /^\/[a-z0-9/-]+ \d+w(, \/[a-z0-9/-]+ \d+w)*$/

/**
 * Everything that Markdown may become. No classes but that of formulas, no styles, and no ids but those of marks in
 * headings and of footnotes, so that no text can pass for a part of the page.
 */
export const allowList: Schema = {
  tagNames: elements,
  attributes: {
    '*': [['dir', 'auto']],
    ...Object.fromEntries(['h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, [['dataDoubtful', '']]])),
    a: ['href', ['rel', ...LINK_RELATION.split(' ')], ['id', MARK_ID]],
    img: [['src', OWN_IMAGE], ['srcSet', OWN_IMAGES], ['sizes', IMAGE_SIZES], 'width', 'height', 'alt'],
    code: [['className', 'math']],
    details: ['open'],
    li: [['id', MARK_ID]],
    ol: ['start'],
    pre: [['tabIndex', 0]],
    th: [['align', 'center', 'right']],
    td: [['align', 'center', 'right']],
  },
  ancestors: { summary: ['details'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  strip: ['script', 'style', 'template'],
  clobber: [],
}
