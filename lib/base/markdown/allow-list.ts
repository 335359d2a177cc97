import type { Schema } from 'hast-util-sanitize'
import { MARK_ID } from './marks'

const elements = `p h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s a hr br
  table thead tbody tr th td img`.split(/\s+/)

export const LINK_RELATION = 'nofollow noopener noreferrer ugc'

/** Width of a shown image: the page's column, which is 44 rem at most. */
export const IMAGE_SIZES = '(max-width: 46rem) 100vw, 44rem'

/** An image of this site, or the image itself. */
const OWN_IMAGE = /^(\/[a-z0-9/-]+|data:image\/webp;base64,[A-Za-z0-9+/]+=*)$/
const OWN_IMAGES = /^\/[a-z0-9/-]+ \d+w(, \/[a-z0-9/-]+ \d+w)*$/

const DIRECTION = ['dir', 'ltr', 'rtl'] as const
const blocks = 'p h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr'.split(' ')

const headings = blocks.filter((name) => name.startsWith('h'))

/**
 * Everything that Markdown may become. No classes and styles, and no ids but those of marks in headings, so that no text
 * can pass for a part of the page.
 */
export const allowList: Schema = {
  tagNames: elements,
  attributes: {
    ...Object.fromEntries(blocks.map((name) => [name, [[...DIRECTION]]])),
    ...Object.fromEntries(headings.map((name) => [name, [[...DIRECTION], ['dataDoubtful', '']]])),
    a: ['href', ['rel', ...LINK_RELATION.split(' ')], ['id', MARK_ID]],
    img: [['src', OWN_IMAGE], ['srcSet', OWN_IMAGES], ['sizes', IMAGE_SIZES], 'width', 'height', 'alt'],
    ol: ['start', [...DIRECTION]],
    pre: [['tabIndex', 0]],
    th: [['align', 'center', 'right'], [...DIRECTION]],
    td: [['align', 'center', 'right'], [...DIRECTION]],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  strip: ['script', 'style', 'template'],
  clobber: [],
}
