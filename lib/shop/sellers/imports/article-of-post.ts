import type { Element, Root, RootContent } from 'hast'
import { toMdast } from 'hast-util-to-mdast'
import { Parser } from 'htmlparser2'
import type { Root as MarkdownRoot, Nodes } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { say } from '@/lib/base/sentences/say'
import { InputRefusedError } from '../input-refused-error'
import { exportLimits } from './read-export'

/**
 * A post's HTML as the two parts of an article: the teaser is what stands above the post's own paywall, else its first
 * paragraph. `leftOut` are elements that Markdown cannot say, such as `iframe`. `imageOf` gives an image's address here; one without is linked.
 * Fails with `INPUT_REFUSED` for a text of more than 500 kB or 4,000 elements, or with 40 of them in each other.
 */
export function articleOfPost(html: string, imageOf: (address: string) => string | null = () => null) {
  if (Buffer.byteLength(html) > exportLimits.postBytes) throw new InputRefusedError({ body: say('postTooLong') })
  const { tree, leftOut } = readHtml(html)
  const children = tree.children.filter((node) => node.type !== 'text' || node.value.trim() !== '')
  const paywall = children.findIndex(isPaywall)
  const hasOwnPaywall = paywall !== -1
  const end = hasOwnPaywall ? paywall : 1 + children.findIndex((node) => isElement(node) && node.tagName === 'p')
  const images = new Set<string>()
  const write = (nodes: RootContent[]) => toText(nodes, { images, imageOf })
  const [teaser, body] = [write(children.slice(0, end)), write(children.slice(end))]
  // A text of one paragraph is sold whole.
  const parts = body === '' ? { teaser: '', body: teaser } : { teaser, body }
  return { ...parts, hasOwnPaywall, images: [...images], leftOut }
}

const isElement = (node: RootContent): node is Element => node.type === 'element'

/** Ghost and WordPress divide a text by a comment, Substack by an element of this class. */
const DIVIDER = /^(members-only|more\b.*)$/
const PAYWALL = 'paywall'

/** Inside of another element it ends the free part before that. */
function isPaywall(node: RootContent): boolean {
  if (!isElement(node)) return false
  const { className } = node.properties
  return String(className ?? '').includes(PAYWALL) || node.children.some((child) => isPaywall(child))
}

const named = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Programs, frames and forms of a page: nothing of them is text. */
const foreign = named('script style iframe form object embed video audio svg button input noscript')
/** So that a post takes about a tenth of a second at most. */
const MAXIMUM_DEPTH = 40
const MAXIMUM_ELEMENTS = 4_000

/** Marks of words. One that holds whole paragraphs says nothing of them, and would be written out for each. */
const ofWords = named('a abbr b big cite code del em font i ins mark q s small span strike strong sub sup tt u')
const ofBlocks = named('p div h1 h2 h3 h4 h5 h6 ul ol li table blockquote pre figure section')

/** Elements without text that still say something. The writer of Markdown passes over others once for each neighbour. */
const saysWithoutText = new Set([...ofBlocks, ...named('br hr img td th')])

/** The tree of an HTML text in one pass, without repairs that could copy parts of it. */
function readHtml(html: string): { tree: Root; leftOut: string[] } {
  const tree: Root = { type: 'root', children: [] }
  const open: (Root | Element)[] = [tree]
  const leftOut = new Set<string>()
  let [inForeign, count] = [0, 0]
  const add = (node: RootContent) => {
    const children = open.at(-1)?.children ?? []
    const last = children.at(-1)
    if (inForeign > 0) return
    if (node.type === 'text' && last?.type === 'text') last.value += node.value
    else children.push(node as Element)
  }
  const parser = new Parser({
    onopentag(tagName, { class: className, hidden: _hidden, ...attributes }) {
      if (foreign.has(tagName)) {
        leftOut.add(tagName)
        inForeign += 1
      }
      const properties = { ...attributes, ...(className !== undefined && { className: className.split(' ') }) }
      const name = className?.includes(PAYWALL) ? 'div' : tagName
      const element: Element = { type: 'element', tagName: name, properties, children: [] }
      if (ofBlocks.has(tagName))
        for (const around of open) if (around.type === 'element' && ofWords.has(around.tagName)) around.tagName = 'div'
      add(element)
      count += 1
      if (open.push(element) > MAXIMUM_DEPTH || count > MAXIMUM_ELEMENTS)
        throw new InputRefusedError({ body: say('postTooDeep') })
    },
    ontext: (value) => add({ type: 'text', value }),
    oncomment(value) {
      if (DIVIDER.test(value.trim()))
        add({ type: 'element', tagName: 'div', properties: { className: PAYWALL }, children: [] })
    },
    onclosetag(tagName) {
      const element = open.pop()
      if (foreign.has(tagName)) inForeign -= 1
      const [around, text] = [open.at(-1)?.children, element?.children[0]]
      if (element?.type !== 'element' || around?.at(-1) !== element || saysWithoutText.has(element.tagName)) return
      if (text && (text.type !== 'text' || text.value.trim() !== '' || element.children.length > 1)) return
      around.pop()
      if (text) add(text)
    },
  })
  parser.end(html)
  return { tree, leftOut: [...leftOut] }
}

type Images = { images: Set<string>; imageOf: (address: string) => string | null }

function toText(children: RootContent[], { images, imageOf }: Images): string {
  const tree = toMdast({ type: 'root', children }) as MarkdownRoot // A root's tree is one.
  const visit = (node: Nodes) => {
    if (node.type === 'image') {
      images.add(node.url)
      node.url = imageOf(node.url) ?? node.url
    }
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(tree)
  return toMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: '-', rule: '-' }).trim()
}
