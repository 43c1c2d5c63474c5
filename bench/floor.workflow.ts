import { proxyActivities, sleep } from '@temporalio/workflow';

const { nothing } = proxyActivities<{ nothing(): Promise<void> }>({ startToCloseTimeout: '1 minute' });

/** Sleeps until an instant and does nothing once. */
export async function floorWorkflow(due: string): Promise<void> {
  await sleep(Math.max(0, Date.parse(due) - Date.now()));
  await nothing();
}
