import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Outcome, runCommand, verdict } from './check'

export type AuditOptions = {
  root: string
  /** A document that names every assessed advisory, and the outcome. */
  answersFile: string
  registry?: string
}

const advisory = z.object({ url: z.string(), title: z.string(), severity: z.string(), name: z.string() })
const auditReport = z.object({
  vulnerabilities: z.record(z.object({ via: z.array(z.union([z.string(), advisory])) })),
})
const auditFailure = z.object({ message: z.string() })

/**
 * Asks the registry for known vulnerabilities of the production tree. Fails on one of high or critical severity that
 * `answersFile` does not name. Without an answer the step passes, and its note says that nothing was checked.
 */
export async function auditDependencies({ root, answersFile, registry }: AuditOptions): Promise<Outcome> {
  const args = ['audit', '--omit=dev', '--json', '--loglevel=silent', '--fetch-retries=0', '--fetch-timeout=20000']
  const { output } = await runCommand('npm', [...args, ...(registry ? [`--registry=${registry}`] : [])], {}, root)
  const json = parseJson(output)
  const report = auditReport.safeParse(json)
  if (!report.success) {
    const failure = auditFailure.safeParse(json)
    const why = failure.success ? failure.data.message : 'npm said nothing that can be read'
    return { ...verdict(true, ''), note: `NOT AUDITED: the registry has no answer (${firstLine(why)})` }
  }
  const answers = readFileSync(answersFile, 'utf8')
  const found = advisories(report.data)
  const open = found.filter(({ severity, id }) => ['high', 'critical'].includes(severity) && !answers.includes(id))
  const lines = open.map(({ name, severity, title, url }) => `${name}: ${severity}, ${title} (${url})`)
  const counted = `${found.length} advisories known, ${open.length} of them high or critical and not answered`
  return {
    ...verdict(open.length === 0, [...lines, `Update, or answer it in ${answersFile}.`].join('\n')),
    note: counted,
  }
}

/** Each advisory once, however many packages it reaches; its id is the last part of its address, as in GHSA-…. */
function advisories({ vulnerabilities }: z.infer<typeof auditReport>) {
  const direct = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause): cause is z.infer<typeof advisory> => typeof cause !== 'string')
    .map((cause) => ({ ...cause, id: cause.url.slice(cause.url.lastIndexOf('/') + 1) }))
  return [...new Map(direct.map((cause) => [cause.id, cause])).values()]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Any failure before npm could ask means the same: there is no report.
    return null
  }
}

const firstLine = (text: string) => text.split('\n', 1).join('').slice(0, 200)
