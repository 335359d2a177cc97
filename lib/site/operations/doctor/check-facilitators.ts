import type { NetworkPort } from '../ports'
import { type Finding, fail, well } from './finding'

/** Whether each facilitator of others that is configured can be used. */
export const checkFacilitators = (facilitators: readonly NetworkPort[]): Promise<Finding[]> =>
  Promise.all(
    facilitators.map(async ({ name, findFault }) => {
      const fault = await findFault()
      const subject = name[0]?.toLowerCase() + name.slice(1)
      if (fault === null) return well(subject, 'says what it settles')
      return fail(
        subject,
        fault,
        'What settles only through it is not sold until then: see "Facilitators of others" in docs/operating.md.',
      )
    }),
  )
