import { z } from 'zod'

const digits = z.string().regex(/^\d+$/)

/** One line of the emulator's file: the state after a group (or the faucet), and its round. */
const journalEntrySchema = z.object({
  round: digits,
  unixMs: z.number(),
  /** Signed transactions in canonical msgpack, base64. */
  transactions: z.array(z.object({ id: z.string(), bytes: z.string() })),
  accounts: z.array(z.object({ address: z.string(), microAlgos: digits, assets: z.record(digits) })),
})

export type AvmJournalEntry = z.infer<typeof journalEntrySchema>

export const parseAvmJournalEntry = (line: unknown): AvmJournalEntry => journalEntrySchema.parse(line)
