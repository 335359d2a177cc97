import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { priceInWords } from '../_server/price-in-words'
import { newestArticles, siteFacts } from '../_server/site-facts'

/** How a program finds, prices and pays for goods here, and the newest articles. */
export async function GET(): Promise<Response> {
  const { origin, name, isDemo } = siteFacts()
  const guide = await readFile(join(process.cwd(), 'lib/site/messages/llms.md'), 'utf8')
  const text = [
    guide.replaceAll('{origin}', origin).replaceAll('{name}', () => name),
    ...(isDemo ? [`- [Articles](${origin}/articles)\n`] : []),
    ...(name === 'Turnpike' ? [] : [`\n${name} runs on Turnpike.\n`]),
    await listOfArticles(),
  ]
  return new Response(text.join(''), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
    },
  })
}

/** The newest articles, each by its address in Markdown: unpaid, that answers 402 with the free part. */
async function listOfArticles(): Promise<string> {
  const articles = await newestArticles()
  if (articles.length === 0) return ''
  const lines = articles.map(({ title, shop, resourceUri, ...price }) => {
    const [name, seller] = [title, shop].map((words) => words.replace(/[\\[\]()<>`]/g, '\\$&'))
    return `- [${name}](${resourceUri}.md): ${priceInWords(price)}, by ${seller}`
  })
  return ['', '## Articles for sale', '', ...lines, ''].join('\n')
}
