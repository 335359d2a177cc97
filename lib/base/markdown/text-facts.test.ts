import { describe, expect, it } from 'vitest'
import { minutesToRead } from './minutes-to-read'
import { parseMarkdown } from './parse-markdown'
import { factsOfText, withSectionIds } from './text-facts'

const image = '![The lamp](image:753d0ff1-b71d-4821-a0c3-950282e6681c)'

describe('what is told of a text before it is paid', () => {
  it('is its headings and how much stands below each, and none of its words', () => {
    const facts = factsOfText(
      `Before.\n\n## One\n\nPaid words.\n\n${image}\n\n### Below\n\n- a\n- b\n\n## Two\n\nLast ${image} one.\n`,
    )
    expect(facts).toEqual({
      paragraphs: 4,
      pictures: 2,
      outline: [
        { heading: 'One', paragraphs: 2, pictures: 1 },
        { heading: 'Two', paragraphs: 1, pictures: 1 },
      ],
    })
    expect(JSON.stringify(facts)).not.toMatch(/Paid|Before|Last|Below|lamp/)
  })

  it('is cut where a seller writes more headings than a page needs, or longer ones', () => {
    const { outline } = factsOfText(Array.from({ length: 60 }, () => `## ${'a'.repeat(300)}\n\nText.`).join('\n\n'))
    expect(outline).toHaveLength(40)
    expect(outline[0]?.heading).toHaveLength(120)
  })

  it('names no picture elsewhere, and nothing of a text without headings', () => {
    expect(factsOfText('One.\n\n![Spy](https://a.example/a.png)')).toEqual({ paragraphs: 2, pictures: 0, outline: [] })
  })
})

it('numbers the headings that the outline names', () => {
  const text = '# One\n\nText.\n\n## Below\n\n# Two'
  const { children } = withSectionIds(parseMarkdown(text))
  const ids = children.flatMap((node) => (node.type === 'element' && node.properties.id ? [node.properties.id] : []))
  expect(ids).toEqual(['part-1', 'part-2'])
  expect(factsOfText(text).outline.map(({ heading }) => heading)).toEqual(['One', 'Two'])
})

it('takes a minute at least', () => {
  expect([0, 1_300, 1_301].map(minutesToRead)).toEqual([1, 1, 2])
})
