import type { ManualPage, ManualSection } from './build-manual'

export type ManualHit = {
  page: ManualPage
  section: ManualSection
  excerpt: string
}

const MOST_HITS = 30
const MOST_WORDS = 12
const EXCERPT_LENGTH = 200

/** Sections in which each word of the query begins a word; matches in titles come first. */
export function searchManual(pages: readonly ManualPage[], query: string): ManualHit[] {
  const words = [...new Set(splitWords(query))].slice(0, MOST_WORDS)
  if (words.length === 0) return []
  return pages
    .flatMap((page) => page.sections.map((section) => ({ page, section, score: scoreOf(page, section, words) })))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_HITS)
    .map(({ page, section }) => ({ page, section, excerpt: excerptOf(section.text, words) }))
}

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Zero when one of the words is nowhere in the section, its title, or that of its page. */
function scoreOf(page: ManualPage, section: ManualSection, words: readonly string[]): number {
  const [title, own, text] = [page.title, section.title, section.text].map(splitWords)
  let score = 0
  for (const word of words) {
    const count = (among: string[] = []) => among.filter((candidate) => candidate.startsWith(word)).length
    const inTitle = count(title) > 0 ? (section.anchor === null ? 6 : 2) : 0
    const found = inTitle + (count(own) > 0 ? 8 : 0) + Math.log2(1 + count(text))
    if (found === 0) return 0
    score += found
  }
  return score
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const at = places.length > 0 ? Math.min(...places) : 0
  const start = at < 60 ? 0 : text.lastIndexOf(' ', at - 40) + 1
  const end = start + EXCERPT_LENGTH >= text.length ? text.length : text.lastIndexOf(' ', start + EXCERPT_LENGTH)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}
