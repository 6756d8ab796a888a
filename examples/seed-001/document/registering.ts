import { ActivityStream, ToolManager } from '@toolwright/core/class-tools';
import { BashTool, ReadTool } from '@toolwright/workspace';
import { MyTool } from './MyTool.ts';

const activityStream = new ActivityStream();
const tools = [
  new BashTool(activityStream),
  new ReadTool(activityStream),
  new MyTool(activityStream),  // Add your tool
];

const toolManager = new ToolManager(tools, activityStream);

export { activityStream, toolManager };
