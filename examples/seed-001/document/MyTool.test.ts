import { describe, it, expect, beforeEach } from 'vitest';
import { MyTool } from './MyTool.ts';
import { ActivityStream } from '@toolwright/core/class-tools';

describe('MyTool', () => {
  let activityStream: ActivityStream;
  let tool: MyTool;

  beforeEach(() => {
    activityStream = new ActivityStream();
    tool = new MyTool(activityStream);
  });

  it('should execute with valid parameters', async () => {
    const result = await tool.execute({ param1: 'test' });
    expect(result.success).toBe(true);
  });

  it('should require param1', async () => {
    const result = await tool.execute({});
    expect(result.success).toBe(false);
    expect(result.error).toContain('param1 is required');
  });
});
