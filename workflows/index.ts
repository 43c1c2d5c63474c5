/** The entry of the workflow bundle: every workflow that the engine may run. */
export { deliveryWorkflow } from './delivery.workflow.ts';
export { emergencyWorkflow } from './emergency.workflow.ts';
