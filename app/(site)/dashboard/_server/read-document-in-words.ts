import { readLanguage } from '@/app/_site/language'
import type { Actor } from '@/lib/shop/sellers/actor'
import { type DocumentReading, type ProposedOperation, readDocument } from '@/lib/shop/sellers/gateways/read-document'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { inWords } from '@/lib/site/messages/in-words'
import { translateIn } from '@/lib/site/messages/translate'

/** An operation whose problem is in the reader's language. */
export type OperationInWords = Omit<ProposedOperation, 'problem'> & { problem: string | null }
export type DocumentInWords = Omit<DocumentReading, 'operations'> & { operations: OperationInWords[] }

/** Reads an API's document for the page; fails as `readDocument` does. */
export async function readDocumentInWords(
  context: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<DocumentInWords> {
  const reading = await readDocument(context, actor, input)
  const t = translateIn(await readLanguage(), 'sentences')
  const operations = reading.operations.map(({ problem, ...operation }) => ({
    ...operation,
    problem: problem && inWords(t, problem),
  }))
  return { ...reading, operations }
}
