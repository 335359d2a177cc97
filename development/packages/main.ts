import { runProcess } from '@/lib/processes/run-process'
import { packCli } from './pack-cli'
import { packConformance } from './pack-conformance'
import { packGate } from './pack-gate'

/** `npm run package`: packs what is published beside the site into `dist/packages`. */
await runProcess(async () => {
  for (const pack of [packCli, packConformance, packGate]) console.log(`Packed: ${await pack('dist/packages')}`)
})
