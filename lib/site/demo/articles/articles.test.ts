import { expect, it } from 'vitest'
import { produceOwn } from './article-route'
import { articles, findArticle, readArticleText } from './articles'

const slugs = articles.map(({ slug }) => slug)

it.each(slugs)('%s: none of the paid text stands in the free part', async (slug) => {
  const article = findArticle(slug)
  const free = `${article?.standfirst} ${article?.opening.join(' ')}`
  const sentences = (await readArticleText(slug)).split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > 40)
  expect(sentences.filter((sentence) => free.includes(sentence))).toEqual([])
})

it('is written as a shop’s article, whole in a saved file, and in part where only that is bought', async () => {
  const [article] = articles
  if (!article) throw new Error('Expected an article.')
  const odd = { ...article, title: 'A <b> & "c"', opening: ['1 < 2'] }
  const paid = await (await produceOwn(odd, { mimeType: 'text/html', isSaved: false, sections: 1 })).text()
  expect(paid).toContain('<h1>A &#x3C;b> &#x26; "c"</h1><h2 id="part-1">What the wallet signs</h2>')
  expect(paid.match(/<h2 /g)).toHaveLength(1)
  const saved = await produceOwn(odd, { mimeType: 'text/markdown', isSaved: true })
  expect(saved.headers.get('content-disposition')).toContain('filename="signed-is-not-paid.md"')
  expect(await saved.text()).toMatch(/^# A \\<b\\> & "c"\n\n1 < 2\n\n## What the wallet signs\n/)
})
