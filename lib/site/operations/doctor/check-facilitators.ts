import { within } from '@/lib/base/infra/within'
import { type Finding, fail, well } from './finding'

/** Another operator's facilitator that this site settles through. */
export type FacilitatorProbe = {
  name: string
  /** The fault in words, without an address; null when it answers. */
  findFault: () => Promise<string | null>
}

/** Whether each facilitator of others that is configured can be used. */
export const checkFacilitators = (facilitators: readonly FacilitatorProbe[], patienceMs: number): Promise<Finding[]> =>
  Promise.all(
    facilitators.map(async ({ name, findFault }) => {
      const asked = await within(
        patienceMs,
        findFault().then((fault) => ({ fault })),
      )
      if (asked?.fault === null) return well(name, 'says what it settles')
      return fail(
        name,
        asked?.fault ?? 'no answer in time',
        'What settles only through it is not sold until then: see "Facilitators of others" in docs/operating.md.',
      )
    }),
  )
