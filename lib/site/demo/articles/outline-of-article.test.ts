import { expect, it } from 'vitest'
import { articles, readArticleText } from './articles'
import { outlineOf, outlineOfArticle } from './outline-of-article'

it('names the headings of the paid part and none of its words', async () => {
  expect(outlineOf('Not shown.\n\n## One\n\nPaid words.\n\nMore.\n\n## Two\n\nLast.\n')).toEqual([
    { heading: 'One', paragraphs: 2 },
    { heading: 'Two', paragraphs: 1 },
  ])
  for (const { slug } of articles) {
    const [outline, text] = [await outlineOfArticle(slug), await readArticleText(slug)]
    expect(outline.length).toBeGreaterThan(0)
    for (const { heading } of outline) expect(text).toContain(`\n## ${heading}\n`.trimStart())
  }
})
