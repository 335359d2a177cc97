import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type LicensedPackage, listLicences } from '@/development/checks/list-licences'
import { listLicencesOf } from '@/development/packages/list-licences-of'

/**
 * Writes the project's licence, the licences of all installed packages of others, and the bill of materials into a
 * release. Fonts have theirs beside them.
 */
export function writeNotices(release: string): void {
  cpSync('LICENSE', join(release, 'LICENSE'))
  const packages = listLicences('.').filter(({ folder }) => existsSync(`${folder}/package.json`))
  const manifests = packages.map(({ folder }) => `${folder}/package.json`)
  writeFileSync(join(release, 'THIRD-PARTY-LICENSES.md'), listLicencesOf(manifests))
  writeFileSync(join(release, 'sbom.cdx.json'), `${JSON.stringify(buildBill(packages), null, 2)}\n`)
}

const project = z.object({ name: z.string(), version: z.string() })

/** In CycloneDX. `npm sbom` leaves out what is a peer of something as well, and refuses packages without a version. */
function buildBill(packages: LicensedPackage[]) {
  const { name, version } = project.parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const components = packages.map((one) => {
    const purl = `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`
    const licenses = one.licence === 'none' ? [] : [{ expression: one.licence }]
    return [purl, { type: 'library', 'bom-ref': purl, name: one.name, version: one.version, purl, licenses }] as const
  })
  return {
    ...{ $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json', bomFormat: 'CycloneDX', specVersion: '1.5' },
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    // One package may be installed in several folders.
    components: [...new Map(components).values()],
  }
}
