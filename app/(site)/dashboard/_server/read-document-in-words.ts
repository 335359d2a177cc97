import { readLanguage } from '@/app/_site/language'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { Actor } from '@/lib/shop/sellers/actor'
import { type DocumentReading, type ProposedOperation, readDocument } from '@/lib/shop/sellers/gateways/read-document'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { inWords } from '@/lib/site/messages/in-words'
import { translateIn } from '@/lib/site/messages/translate'

export type OperationInWords = Omit<ProposedOperation, 'problem' | 'unread'> & {
  problem: string | null
  unread: string[]
}
export type DocumentInWords = Omit<DocumentReading, 'operations' | 'unread'> & {
  operations: OperationInWords[]
  unread: string[]
}

/** Reads an API's document for the page; fails as `readDocument` does. */
export async function readDocumentInWords(
  context: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<DocumentInWords> {
  const reading = await readDocument(context, actor, input)
  const t = translateIn(await readLanguage(), 'sentences')
  const allInWords = (unread: Sentence[]) => unread.map((sentence) => inWords(t, sentence))
  const operations = reading.operations.map(({ problem, unread, ...operation }) => ({
    ...operation,
    problem: problem && inWords(t, problem),
    unread: allInWords(unread),
  }))
  return { ...reading, operations, unread: allInWords(reading.unread) }
}
