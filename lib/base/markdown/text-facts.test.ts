import { describe, expect, it } from 'vitest'
import { parseMarkdown } from './parse-markdown'
import { factsOfText, withSectionIds } from './text-facts'

const imageAddress = 'image:753d0ff1-b71d-4821-a0c3-950282e6681c'
const image = `![The lamp](${imageAddress})`

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

  it('holds none of the words of a paid part full of traps', () => {
    const traps = [
      'Secret above dashes,\nmeasured over nine years.\n---',
      'Secret above more\n===',
      '- Secret in a list\n  ---',
      '> Secret in a quote\n> ---\n>\n> ## Secret heading in a quote',
      '- ## Secret heading in a list',
      '```md\n# Secret in code\n```',
      '    # Secret in indented code',
      '<!-- # Secret in a comment -->',
      '<!--\n\n# Secret in a longer comment\n\n-->',
      '#Secret without a space',
      '\\# Secret with a backslash',
      '| Secret | cell |\n| --- | --- |\n| # Secret | x |',
      `![Secret picture](${imageAddress})`,
      '[Secret link](https://secret.example "Secret title")',
      '[secret]: https://secret.example "Secret reference"',
      '<h2>Secret in HTML</h2>',
      'Secret two lines\nof a paragraph\n***',
      'Secret words of a line that is wrapped at number\n# 1 Secret of them',
      '- Secret item that is wrapped at number\n# 2 Secret of them',
      '> Secret quote that is wrapped at number\n# 3 Secret of them',
      '~~~\n# Secret between tildes\n~~~',
      '```\n~~~\n# Secret between two fences\n~~~\n```',
      '1. Secret step\n\n       # Secret in the code of a step',
      '<div>\n# Secret in an element\n</div>',
      '<!-- A comment without an end\n# Secret after it',
    ]
    for (const heading of ['## Told', '# Told']) {
      const facts = factsOfText(`${heading}\n\n${traps.join('\n\n')}\n\n${heading} too ![Secret alt](${imageAddress})`)
      expect(facts.outline.map((section) => section.heading)).toEqual(['Told', 'Told too'])
      expect(JSON.stringify(facts)).not.toMatch(/secret/i)
    }
    for (const front of ['---\n# Secret note\ntitle: Secret\n---\n', '+++\n# Secret note\ntitle = "Secret"\n+++\n'])
      expect(JSON.stringify(factsOfText(`${front}\n## Told\n\nText.`))).not.toMatch(/secret/i)
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
