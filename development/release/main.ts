import { runProcess } from '@/lib/base/infra/run-process'
import { buildDeployment } from './build-deployment'
import { cutRelease } from './cut-release'
import { parseReleaseOptions } from './release-options'

/** `npm run release` builds a deployment; with a version it makes that version. */
await runProcess(async () => {
  const options = parseReleaseOptions(process.argv.slice(2))
  if (options === null) await buildDeployment()
  else await cutRelease({ ...options, folder: '.', today: new Date() })
})
