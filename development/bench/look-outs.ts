import { inEnglish } from '@/lib/base/sentences/in-english'
import { type LookOutKind, lookOutInWords, lookOutKinds, parseLookOuts } from '@/lib/bazaar/entry/look-outs'
import { withShippedListings } from './with-shipped-listings'

/**
 * Counts the look-outs of the real listings that the project ships and names the entries, to be read by hand: each is a
 * fault of the listing or a false alarm. Nobody asks or pays these listings, so only their texts and terms tell.
 */
await withShippedListings(async (database) => {
  const entries = await database.catalogEntry.findMany({ where: { status: 'listed' }, orderBy: { key: 'asc' } })
  const found = entries.flatMap((entry) => parseLookOuts(entry.lookOuts).lookOuts.map((one) => ({ entry, ...one })))
  for (const kind of Object.keys(lookOutKinds) as LookOutKind[]) {
    const alarms = found.filter((one) => one.kind === kind)
    console.log(`\n${kind}: ${alarms.length}`)
    for (const { entry, evidence } of alarms)
      console.log(
        `  ${entry.key.slice(0, 100)} ${JSON.stringify(evidence)}\n    ${inEnglish(lookOutInWords({ kind, evidence }, 'text'))}`,
      )
  }
})
