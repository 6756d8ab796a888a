import { ActivityEventType, type ActivityStream } from '@toolwright/core/class-tools';

export function subscribing(activityStream: ActivityStream) {
  // Subscribe to specific event type
  const unsubscribe = activityStream.subscribe(
    ActivityEventType.TOOL_CALL_START,
    (event) => {
      console.log(`Tool ${event.data.toolName} started`);
    }
  );

  // Subscribe to all events
  activityStream.subscribe('*', (event) => {
    console.log(`Event: ${event.type}`, event.data);
  });

  // Unsubscribe when done
  unsubscribe();
}
