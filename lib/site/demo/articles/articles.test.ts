import { describe, expect, it } from 'vitest'
import { articles, findArticle, readArticleText } from './articles'

const slugs = articles.map(({ slug }) => slug)

describe('the list of articles', () => {
  it.each(slugs)('%s: none of the paid text stands in the free part', async (slug) => {
    const article = findArticle(slug)
    const free = `${article?.standfirst} ${article?.opening.join(' ')}`
    const sentences = (await readArticleText(slug)).split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > 40)
    expect(sentences.filter((sentence) => free.includes(sentence))).toEqual([])
  })
})
