import { Device } from '../../src/compute/device.ts';
import { TestDevice } from '../compute/test-device.ts';

// Devices that tests open by themselves have the class that is tested too.
const open = Device.open.bind(Device);
Device.open = (options) => open({ deviceClass: TestDevice.deviceClass, ...options });
