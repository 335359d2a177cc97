import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { articleDocument } from './article-document'
import { articles, findArticle, readArticleText } from './articles'

const slugs = articles.map(({ slug }) => slug)

describe('the list of articles', () => {
  it('has one text for each article and no text without one', () => {
    const files = readdirSync(new URL('./texts/', import.meta.url)).sort()
    expect(files).toEqual(slugs.map((slug) => `${slug}.md`).sort())
  })

  it.each(slugs)('%s: none of the paid text stands in the free part', async (slug) => {
    const article = findArticle(slug)
    const free = `${article?.standfirst} ${article?.opening.join(' ')}`
    const sentences = (await readArticleText(slug)).split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > 40)
    expect(sentences.filter((sentence) => free.includes(sentence))).toEqual([])
  })
})

it('the bought document escapes plain text and carries the text and the styles', () => {
  const [article] = articles
  if (!article) throw new Error('Expected an article.')
  const html = articleDocument({
    article: { ...article, title: 'A <b> & "c"', opening: ['1 < 2'] },
    text: '## Two words\n\nA *leaning* word.',
    styles: ':root { --paper: white }',
  })
  expect(html).toContain('<h1>A &#x3C;b> &#x26; "c"</h1>')
  expect(html).toContain('<p>1 &#x3C; 2</p>')
  expect(html).toContain('<h2>Two words</h2><p>A <em>leaning</em> word.</p>')
  expect(html).toContain(':root { --paper: white }')
  expect(html).not.toContain('<script')
})
