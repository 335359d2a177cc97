import { runProcess } from '@/lib/base/infra/process'
import { buildDeployment, bundleProgram } from './build-deployment'

/** `npm run release` builds what a deployment runs, into `dist`; `npm run build` the operator's program beside the site. */
await runProcess(process.argv.includes('--program') ? () => bundleProgram('.next/bin') : buildDeployment)
