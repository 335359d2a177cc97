import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { factsOfText, type TextFacts } from '@/lib/base/markdown/text-facts'
import type { Article } from './article'

const everywhere: Article['families'] = ['evm', 'svm', 'avm']

export const articles: readonly Article[] = [
  {
    slug: 'signed-is-not-paid',
    title: 'A signature is not a payment',
    standfirst:
      'How a dollar can be sent by signing a note, and why a server that trusts the note gives its goods away.',
    opening: [
      'A customer comes to the counter and lays down a note: “Take ten cents from my account. Ada.” The hand is hers, you know it well. You give her the newspaper, and in the evening you carry the note to the bank. The bank says that the account is empty. Ada had written nine such notes that morning, in nine shops.',
      'Every one of them was genuine. That is the thing to keep in mind about a signature: it proves who spoke. It does not prove that what was said came true.',
    ],
    minutes: 5,
    price: { kind: 'fixed', dollars: '$0.05' },
    families: everywhere,
  },
  {
    slug: 'meter-and-ceiling',
    title: 'The meter and the ceiling',
    standfirst:
      'Selling what cannot be priced beforehand: sign for the most, pay for what was used. Sold that way itself.',
    opening: [
      'This article costs one cent for each section. It has five. Ask for two of them and you are charged two cents, although you signed for five; come back for the rest when you want it.',
      'It is an odd way to sell an essay, and a natural one to sell a summary, a search, or an hour of a machine. Since you can count the sections yourself, you can check that the meter was honest.',
    ],
    minutes: 6,
    price: { kind: 'metered', dollarsPerSection: '$0.01', sections: 5, maximumDollars: '$0.05' },
    families: ['evm'],
  },
  {
    slug: 'turnpikes',
    title: 'Paying the road',
    standfirst:
      'For two hundred years the roads of Britain were kept by small payments at a gate. What they found out.',
    opening: [
      'On a spring morning in 1790 you could stand at almost any gate on the Great North Road and watch the price of everything go by. So much for a horse without a cart. More for a score of oxen. Most for a coach and four, and nothing at all for the mail, which came down the hill with its horn sounding and did not slow.',
      'A keeper, a bar, a board with the prices painted on it. It was the largest system of small payments that the world had seen, and it ran on copper.',
    ],
    minutes: 5,
    price: { kind: 'fixed', dollars: '$0.03' },
    families: everywhere,
  },
  {
    slug: 'four-hundred-milliseconds',
    title: 'Four hundred milliseconds',
    standfirst: 'When is a payment on Solana final? There are three answers, and each of them has a price.',
    opening: [
      'Press the button, and the dollar has moved before your finger has left the glass. That is how it feels, and for once the feeling is nearly right.',
      'It is the “nearly” that one should understand before opening a shop. Not because it is dangerous, but because it is, for a change, exactly known.',
    ],
    minutes: 5,
    price: { kind: 'fixed', dollars: '$0.02' },
    families: ['svm'],
  },
  {
    slug: 'reserved',
    title: 'Reserved for future use',
    standfirst:
      'The Web had a status code for payment before it had pictures. Why it stood empty, and what came to fill it.',
    opening: [
      'There is a plot of land in the middle of the Web that has been fenced since the beginning. It has a number, 402, and a sign, “Payment Required”. For decades the standard said only that it was reserved for future use.',
      'People pass the sign and take it for a joke, or for an oversight. It was neither. There once was a plan for the house, and it was a good one.',
    ],
    minutes: 5,
    price: { kind: 'fixed', dollars: '$0.03' },
    families: everywhere,
  },
  {
    slug: 'no-store',
    title: 'Never cache a paid answer',
    standfirst: 'A shelf between you and your reader will sell your page once and give it away a thousand times.',
    opening: [
      'The fastest answer is the one that nobody had to compute. We have spent thirty years teaching the Web to remember, and it has learned it well.',
      'Then somebody puts a price on a page, and all these faithful memories turn into one large hole.',
    ],
    minutes: 5,
    price: { kind: 'fixed', dollars: '$0.05' },
    families: everywhere,
  },
  {
    slug: 'one-request',
    title: 'What should one request cost?',
    standfirst: 'Finding a price for something so small that nobody has ever sold one of it.',
    opening: [
      'You have a thing that answers questions, and somebody wants to buy one answer. Not a plan, not a seat, not a thousand calls a month. One.',
      'There is no list to copy the price from. Here is a way to find it in an afternoon, with a pencil.',
    ],
    minutes: 5,
    price: { kind: 'fixed', dollars: '$0.04' },
    families: everywhere,
  },
  {
    slug: 'mental-cost',
    title: 'The cent that was too expensive',
    standfirst: 'Two essays explained why small payments can never work. They were right. Then the buyers changed.',
    opening: [
      'It is easy to be clever about predictions that failed. It is more useful to look at predictions that came true, all of them, for twenty years, and to ask whether they are still true.',
      'This is about two of that kind. Both say that nobody will ever pay a cent for a page.',
    ],
    minutes: 5,
    price: { kind: 'fixed', dollars: '$0.02' },
    families: ['svm'],
  },
  {
    slug: 'exactly-once',
    title: 'Exactly once is a ledger',
    standfirst:
      'The power fails between moving the money and writing it down. How to build so that it does not matter.',
    opening: [
      'Somebody pays you, and in that very millisecond the lights go out. When they come back, there is one question: did it happen?',
      'There are systems that can answer it, and systems that guess. From outside they look alike, for months at a time.',
    ],
    minutes: 5,
    price: { kind: 'fixed', dollars: '$0.05' },
    families: everywhere,
  },
]

/** The day on which these articles came out. */
export const articlesPublishedAt = new Date('2026-11-21T00:00:00Z')

export function findArticle(slug: string): Article | null {
  return articles.find((article) => article.slug === slug) ?? null
}

/**
 * The paid text of an article, as Markdown. Only the gated route may call this: nothing else reads `texts/`. Throws
 * when there is no such article; the slug is looked up in the list before it becomes part of a path.
 */
export async function readArticleText(slug: string): Promise<string> {
  const article = findArticle(slug)
  if (!article) throw new Error('Expected the slug of an article of this site.')
  return readFile(join(process.cwd(), 'lib/site/demo/articles/texts', `${article.slug}.md`), 'utf8')
}

/** Facts of an article's paid part that its page tells before it is paid. */
export const factsOfArticle = async (slug: string): Promise<TextFacts> => factsOfText(await readArticleText(slug))
