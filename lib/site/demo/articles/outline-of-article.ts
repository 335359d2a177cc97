import { splitSections } from './article-document'
import { readArticleText } from './articles'

/** A section of the paid part: its heading, and how much stands below it. None of its words. */
export type OutlinedSection = { heading: string; paragraphs: number }

/** The headings of an article's paid part, which its page shows before it is paid. */
export async function outlineOfArticle(slug: string): Promise<OutlinedSection[]> {
  return outlineOf(await readArticleText(slug))
}

export function outlineOf(text: string): OutlinedSection[] {
  return splitSections(text).flatMap((section) => {
    const [first = '', ...blocks] = section.split(/\n{2,}/)
    const [, heading] = /^## (.+)$/m.exec(first) ?? []
    return heading === undefined ? [] : [{ heading, paragraphs: blocks.filter((block) => block.trim() !== '').length }]
  })
}
