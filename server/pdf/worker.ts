/** The thread that draws papers: one at a time, asked by render.ts. */
import { parentPort } from 'node:worker_threads'
import { drawPaper } from './draw.tsx'
import type { Paper } from './paper.ts'

parentPort?.on('message', async ({ id, paper }: { id: number; paper: Paper }) => {
  try {
    const pdf = await drawPaper(paper)
    parentPort?.postMessage({ id, pdf })
  } catch (error) {
    parentPort?.postMessage({ id, problem: (error as Error).message })
  }
})
