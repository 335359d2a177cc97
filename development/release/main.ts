import { runProcess } from '@/lib/base/infra/run-process'
import { buildDeployment } from './build-deployment'

/** `npm run release`: builds what a deployment runs, into `dist`. */
await runProcess(buildDeployment)
