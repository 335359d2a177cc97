import type { Element, ElementContent, Root } from 'hast'
import { withoutFrontMatter } from './front-matter'
import { imagesNamedIn } from './images'
import { parseMarkdown } from './parse-markdown'
import { sectionId } from './sections'
import { wordsOf } from './words-of'

/** A section of a text: its heading, and how much stands below it. None of its words. */
export type OutlinedSection = { heading: string; paragraphs: number; pictures: number }

export type TextFacts = { paragraphs: number; pictures: number; outline: OutlinedSection[] }

const MAXIMUM_SECTIONS = 40
const MAXIMUM_HEADING = 120

/**
 * Facts of a text that may be told before it is paid: its length, and the headings of its highest level, if written with
 * `#` below an empty line. All that is told of a paid part comes from here. Of a text with front matter no heading is told.
 */
export function factsOfText(markdown: string): TextFacts {
  const images = new Map(imagesNamedIn(markdown).map((id) => [id, { src: '/image', width: 1, height: 1 }]))
  const { children } = parseMarkdown(markdown, images)
  const level = withoutFrontMatter(markdown) === markdown ? levelOf(children) : null
  const facts: TextFacts = { paragraphs: 0, pictures: 0, outline: [] }
  for (const node of children) {
    if (node.type !== 'element') continue
    const counts = { paragraphs: isParagraph(node) ? 1 : 0, pictures: picturesIn(node) }
    const heading = isHeading(node, level) ? wordsOf(node).trim().slice(0, MAXIMUM_HEADING) : ''
    if (heading !== '') facts.outline.push({ heading, paragraphs: 0, pictures: 0 })
    for (const sum of [facts, facts.outline.at(-1)]) {
      if (!sum) continue
      sum.paragraphs += counts.paragraphs
      sum.pictures += counts.pictures
    }
  }
  return { ...facts, outline: facts.outline.slice(0, MAXIMUM_SECTIONS) }
}

/** Gives the headings of a text's outline their ids. Its seller's words cannot: no text has ids of its own. */
export function withSectionIds(tree: Root): Root {
  const level = levelOf(tree.children)
  let number = 0
  const children = tree.children.map((node) =>
    node.type === 'element' && isHeading(node, level) && wordsOf(node).trim() !== ''
      ? { ...node, properties: { ...node.properties, id: sectionId(++number) } }
      : node,
  )
  return { ...tree, children }
}

/** The highest level of heading among them; null without one. */
function levelOf(nodes: Root['children']): string | null {
  const names = nodes.flatMap((node) => (node.type === 'element' && !isDoubtful(node) ? [node.tagName] : []))
  return names.filter((name) => /^h[2-6]$/.test(name)).toSorted()[0] ?? null
}

const isHeading = (node: Element, level: string | null): boolean => node.tagName === level && !isDoubtful(node)

const isDoubtful = ({ properties }: Element): boolean => properties.dataDoubtful !== undefined

const isParagraph = (node: ElementContent): boolean =>
  node.type === 'element' &&
  /^(p|ul|ol|pre|blockquote|table|details)$/.test(node.tagName) &&
  wordsOf(node).trim() !== ''

function picturesIn(node: ElementContent): number {
  if (node.type !== 'element') return 0
  return node.tagName === 'img' ? 1 : node.children.reduce((sum, child) => sum + picturesIn(child), 0)
}
